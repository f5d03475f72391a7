import type { Request } from 'autocannon'
import { type BenchServer, LEAGUE_PATH, withFieldhouseServers } from './baselines.ts'
import type { Client } from './client.ts'
import { measure, medianMeasurement } from './load.ts'
import { rounded, table } from './table.ts'

const PATHS = ['standings/', 'scoreboard/', 'me/roster/', 'me/matchup/', 'social/feed/'].map(
  (path) => `${LEAGUE_PATH}/${path}`,
)
const DEVICES = 24
const OTHER_LEAGUE = 'Lakeside'
export const LIVE_COLUMNS = [
  'commits',
  'in',
  'server',
  'req/s',
  'vs. no commits',
  'p50 ms',
  'p99 ms',
  'CPU µs/req',
  'MB',
]

type Writes = { perSecond: number; league: 'the same league' | 'another league' }

const WRITES: readonly Writes[] = [
  { perSecond: 0, league: 'the same league' },
  { perSecond: 1, league: 'the same league' },
  { perSecond: 10, league: 'the same league' },
  { perSecond: 1, league: 'another league' },
  { perSecond: 10, league: 'another league' },
]

export function benchLive({ seconds, rounds }: { seconds: number; rounds: number }) {
  return withFieldhouseServers(async (servers) => {
    const rows = []
    for (const server of servers) rows.push(...(await measureLive(server, { seconds, rounds })))
    return table(LIVE_COLUMNS, rows)
  })
}

/** @returns the rows of a server, one for each rate of commits */
export async function measureLive(
  server: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<(string | number)[][]> {
  const rows = []
  const posts = {
    'the same league': await createPost(adminOf(server), LEAGUE_PATH),
    'another league': await otherPost(server),
  }
  await measureMix(server, { amount: 3000 })
  let warmRate = Number.NaN
  for (const { perSecond, league } of WRITES) {
    const measurements = []
    for (let round = 0; round < rounds; round += 1) {
      const stop = toggleLike(adminOf(server), posts[league], perSecond)
      measurements.push(await measureMix(server, { duration: Math.max(3, seconds) }))
      await stop()
    }
    const { rate, p50, p99, cpuMicros, memoryMb } = medianMeasurement(measurements)
    if (perSecond === 0) warmRate = rate
    const figures = [
      rounded(rate),
      rounded(rate / warmRate, 2),
      p50,
      p99,
      rounded(cpuMicros),
      rounded(memoryMb),
    ]
    rows.push([`${perSecond}/s`, perSecond === 0 ? '' : league, server.name, ...figures])
  }
  return rows
}

function measureMix(server: BenchServer, length: { duration: number } | { amount: number }) {
  let turn = 0
  const setupRequest = (request: Request) => {
    turn += 1
    const device = turn % DEVICES
    const cookie = `${server.clients[device % server.clients.length]?.cookie()}; device=${device}`
    const path = PATHS[Math.floor(turn / DEVICES) % PATHS.length]
    return { ...request, path, headers: { cookie, 'accept-encoding': 'br' } }
  }
  return measure(server, { ...length, connections: DEVICES, requests: [{ setupRequest }], expects: '2xx' })
}

function toggleLike(client: Client, post: string, perSecond: number) {
  const pending = new Set<Promise<unknown>>()
  const timer =
    perSecond === 0
      ? undefined
      : setInterval(() => {
          const like = client.post(`${post}like/`, {})
          pending.add(like)
          void like.finally(() => pending.delete(like))
        }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
  }
}

function adminOf({ name, clients }: BenchServer): Client {
  const admin = clients.at(-1)
  if (admin === undefined) throw new Error(`nobody is signed in on ${name}`)
  return admin
}

async function createPost(client: Client, league: string): Promise<string> {
  const { id }: { id: number } = await client.post(`${league}/social/posts/`, { content: 'Kickoff' })
  return `${league}/social/posts/${id}/`
}

async function otherPost(server: BenchServer): Promise<string> {
  const admin = adminOf(server)
  // Servers may share a database.
  const name = `${OTHER_LEAGUE} ${server.name.replaceAll(/\W/g, '')}`
  await admin.post('/api/create-league/', { name, espn_league_id: '99887766' })
  return createPost(admin, `/api/league/${encodeURIComponent(name)}`)
}
