import { setTimeout as sleep } from 'node:timers/promises'
import { measureEachEngine } from './baselines.ts'
import { HERD_LEAGUE, openPages, sampleMemory, signUpFans } from './herd-fans.ts'
import { type HerdPage, openHerdPage, pageRequests } from './herd-pages.ts'
import { createLeague, startProgram, type startProgramInFolder } from './program.ts'
import { median, rounded, table } from './table.ts'

/** While the early games are in progress. */
const STEP_MS = 5 * 60_000
const TIMEOUT_MS = 60_000

type Server = Awaited<ReturnType<typeof startProgramInFolder>>

/**
 * Opens 2,000 pages with the scoreboard of one league, over real connections, and measures how long it takes until
 * all of them show the scores of a refresh. The CPU time of the same refresh without pages is subtracted.
 */
export async function benchHerd({ rounds }: { rounds: number }) {
  const provider = await startProgram('simulated', /Simulated ESPN at (\S+), with the league/)
  const env = { ESPN_BASE_URL: provider.address, PROVIDER_REQUESTS_PER_MINUTE: '10000' }
  const columns = [
    '2,000 open pages',
    'ms to the last page',
    'ms to half of them',
    'CPU ms',
    'requests',
    'MB',
  ]
  try {
    const rows = await measureEachEngine(env, async (server) => [
      await measureHerd(server, provider, Math.max(3, rounds)),
    ])
    return table(columns, rows)
  } finally {
    await provider.stop()
  }
}

async function measureHerd(server: Server, provider: Server, rounds: number) {
  const [, league = ''] = await provider.waitForOutput(/with the league (\d+)/)
  const admin = await createLeague(server.address, HERD_LEAGUE, Number(league))
  let nowMs = await startOfGames(provider.address)
  const refresh = async () => {
    nowMs += STEP_MS
    await setClock(provider.address, new Date(nowMs))
    await admin.post('/api/refresh-espn/', { name: HERD_LEAGUE })
  }
  await refresh()
  const users = await signUpFans(server.address, admin)
  const quiet = []
  for (let round = 0; round < rounds; round += 1) quiet.push(await measureRefresh(server, refresh, []))

  const requests = pageRequests()
  const path = `${server.address}/api/league/${HERD_LEAGUE}/`
  const pages = await openPages(users, (cookie) => openHerdPage(path, cookie, requests))
  const busy = []
  for (let round = 0; round < rounds; round += 1) {
    requests.count = 0
    const measurement = await measureRefresh(server, refresh, pages)
    busy.push({ ...measurement, requests: requests.count })
  }
  for (const page of pages) page.close()
  requests.agent.destroy()
  const cpuMs = median(busy.map((each) => each.cpuMs)) - median(quiet.map((each) => each.cpuMs))
  return [
    rounded(median(busy.map((each) => each.lastMs))),
    rounded(median(busy.map((each) => each.medianMs))),
    rounded(cpuMs),
    median(busy.map((each) => each.requests)),
    rounded(Math.max(...busy.map((each) => each.memoryMb))),
  ]
}

/** Refreshes, and waits until all pages show its scores. The times count from when the refresh stored them. */
async function measureRefresh(server: Server, refresh: () => Promise<void>, pages: readonly HerdPage[]) {
  const before = Math.max(0, ...pages.map((page) => page.shown().updatedAt))
  const { cpuMs } = server.resourceUsage()
  const stopSampling = sampleMemory(server)
  const started = performance.now()
  await refresh()
  while (pages.some((page) => page.shown().updatedAt <= before)) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error('not all pages show the new scores')
    await sleep(20)
  }
  // Pages that read something again do so within two seconds.
  await sleep(3000)
  const memoryMb = stopSampling()
  const delays = pages.map((page) => page.shown().at - page.shown().updatedAt)
  return {
    lastMs: Math.max(0, ...delays),
    medianMs: delays.length === 0 ? 0 : median(delays),
    cpuMs: server.resourceUsage().cpuMs - cpuMs,
    memoryMb,
  }
}

/** The simulated clock starts on a Sunday at 1:30 PM in New York, while the early games are in progress. */
async function startOfGames(provider: string): Promise<number> {
  const now = new Date()
  const sunday = new Date(now.getTime() - ((now.getUTCDay() + 7) % 7) * 86_400_000)
  sunday.setUTCHours(18, 30, 0, 0)
  await setClock(provider, sunday)
  return sunday.getTime()
}

async function setClock(provider: string, now: Date): Promise<void> {
  const response = await fetch(`${provider}/__clock`, {
    method: 'PUT',
    body: JSON.stringify({ now: now.toISOString() }),
  })
  if (!response.ok) throw new Error(`the simulated provider returned ${response.status}`)
}
