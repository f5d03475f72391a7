import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLeague, type League, SOCIAL_PATH } from '../league.ts'
import type { Outcome } from '../outcome.ts'
import { LEAGUE_NAME, startProvider, startServer } from '../server.ts'
import { startBystander } from './bystander.ts'

type Attack = { league: League; signal: AbortSignal }

type AttackOptions = {
  writers?: number
  /** Runs before anything is measured. */
  prepare?: (league: League) => Promise<void>
}

const QUIET_MS = 15_000
const ATTACK_MS = 25_000
/** How long the requests of an attack may go on after its end. */
const END_MS = 15_000
const MAX_P99_MS = 300

/**
 * Attacks a server with 512 MB of heap, with its default limits, while a bystander uses it. Passes if the bystander's
 * 99th percentile stays below 300 ms, every request of the bystander succeeds, and the server does not exit.
 * @param attack runs until the signal, and returns what it did
 */
export async function runAttack(
  folder: string,
  fault: string,
  attack: (attack: Attack) => Promise<string[]>,
  { writers, prepare = async () => undefined }: AttackOptions = {},
): Promise<Outcome[]> {
  const provider = await startProvider({ pastSeasons: 2 })
  const server = await startServer({
    folder: join(folder, 'data'),
    nodeFlags: ['--max-old-space-size=512'],
    env: { ESPN_BASE_URL: provider.address, TRUST_PROXY: '127.0.0.1' },
  })
  try {
    const league = await createLeague(server.address, {
      espnLeagueId: 4_242_001,
      ...(writers === undefined ? {} : { writers }),
    })
    await league.admin.post('/api/refresh-espn/', { name: LEAGUE_NAME })
    await prepare(league)
    const bystander = startBystander(server.address, league)
    const quietFrom = Date.now()
    await sleep(QUIET_MS)
    const attackFrom = Date.now()
    const aborter = new AbortController()
    const running = attack({ league, signal: aborter.signal })
    await sleep(ATTACK_MS)
    const attackTo = Date.now()
    aborter.abort()
    const notes = await Promise.race([
      running,
      sleep(END_MS).then(() => ['its last requests ended after the measurement']),
    ])
    const started = performance.now()
    const isServing = (await league.admin.request('GET', '/api/whoami/')).status === 200
    const recoveryMs = isServing ? performance.now() - started : null
    await bystander.stop()
    const p99 = {
      quiet: bystander.p99(quietFrom, attackFrom),
      attacked: bystander.p99(attackFrom, attackTo),
    }
    return [
      {
        fault,
        engine: 'SQLite',
        stats: bystander.stats(),
        lost: await findLostComments(league, bystander.acknowledgedComments()),
        recoveryMs,
        p99,
        problems: [
          ...(server.child.hasExited() ? ['the server exited'] : []),
          ...(p99.attacked < MAX_P99_MS ? [] : [`the bystander's p99 was ${Math.round(p99.attacked)} ms`]),
        ],
        notes: [...notes, `the server used at most ${readPeakMemoryMb(server.child.pid)} MB of memory`],
      },
    ]
  } finally {
    await server.child.stop()
    await provider.child.stop()
  }
}

async function findLostComments({ admin, post }: League, acknowledged: readonly string[]) {
  const { comments }: { comments: { body: string }[] } = await admin.get(
    `${SOCIAL_PATH}/posts/${post}/comments/`,
  )
  const stored = new Set(comments.map(({ body }) => body))
  return acknowledged.filter((comment) => !stored.has(comment))
}

function readPeakMemoryMb(pid: number): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
