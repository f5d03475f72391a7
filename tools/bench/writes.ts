import type { Request } from 'autocannon'
import { log } from '../../scripts/bootstrap/project.mjs'
import {
  type BenchServer,
  LEAGUE_PATH,
  measure,
  medianMeasurement,
  withFieldhouseServers,
} from './baselines.ts'
import { rounded, table } from './table.ts'

const COLUMNS = ['write', 'connections', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU %', 'CPU µs/req', 'MB']

/** Below the rate limit for posts in ten minutes, because the users of the demo have posted before. */
const MAX_POSTS_PER_USER = 24

const WRITER_COUNTS = [1, 50, 200]

/** On a busy machine, the first response of many writers takes longer than a second. */
const MIN_SECONDS = 3

/**
 * Measures writes on both engines. Each response is sent after the write is on disk.
 */
export function benchWrites({ seconds, rounds }: { seconds: number; rounds: number }) {
  return withFieldhouseServers(async (servers) => {
    const rows = []
    for (const connections of WRITER_COUNTS) {
      for (const server of servers) {
        for (const write of await listWrites(server)) {
          const amount = connections === 1 ? write.maxRequests * 0.25 : write.maxRequests * 0.75
          // The rate limits allow too few posts for more writers.
          if (amount < connections) continue
          const limit = Number.isFinite(amount) ? { amount } : { duration: Math.max(MIN_SECONDS, seconds) }
          const measurements = []
          for (let round = 0; round < (Number.isFinite(amount) ? 1 : rounds); round += 1) {
            measurements.push(
              await measure(server, { ...limit, ...toRequest(server, write), connections, expects: '2xx' }),
            )
          }
          const { rate, p50, p99, cpuShare, cpuMicros, memoryMb } = medianMeasurement(measurements)
          const figures = [rate, p50, p99, cpuShare, cpuMicros, memoryMb].map((each) => rounded(each))
          rows.push([write.name, connections, server.name, ...figures])
        }
      }
    }
    return table(COLUMNS, rows)
  })
}

/** `bodies` has one function per user. `maxRequests` is how many the rate limits allow. */
type Write = { name: string; path: string; maxRequests: number; bodies: ((turn: number) => unknown)[] }

async function listWrites({ name, clients: [first, ...others] }: BenchServer): Promise<Write[]> {
  if (first === undefined) throw new Error('no user is signed in')
  const users = [first, ...others]
  const writes: Write[] = [
    {
      name: 'post',
      path: `${LEAGUE_PATH}/social/posts/`,
      maxRequests: MAX_POSTS_PER_USER * users.length,
      bodies: users.map(() => (turn) => ({ content: `Post number ${turn}` })),
    },
  ]
  const feed: { items: { id: number; type: string; closed?: boolean; options: { id: number }[] }[] } =
    await first.get(`${LEAGUE_PATH}/social/feed/?limit=50&type=proposal`)
  const open = feed.items.find((item) => item.type === 'proposal' && !item.closed)
  if (open === undefined) log(`skipping vote on ${name}: no proposal is open`)
  else {
    const options = open.options.map((option) => option.id)
    writes.push({
      name: 'vote',
      path: `${LEAGUE_PATH}/social/proposals/${open.id}/vote/`,
      maxRequests: Number.POSITIVE_INFINITY,
      bodies: users.map(() => (turn) => ({ option_id: options[turn % options.length] })),
    })
  }
  const { season, weeks, current_week }: { season: number; weeks: { week: number }[]; current_week: number } =
    await first.get(`${LEAGUE_PATH}/bets/`)
  const names = await Promise.all(users.map(async (user) => fullName(await user.get('/api/whoami/'))))
  const week = weeks.find((each) => each.week > current_week)?.week
  if (week === undefined) log(`skipping pick on ${name}: no week is open`)
  else {
    writes.push({
      name: 'pick',
      path: `${LEAGUE_PATH}/bets/save/`,
      maxRequests: Number.POSITIVE_INFINITY,
      bodies: names.map((owner) => (turn) => ({
        season,
        week,
        owner,
        text: `Bears -${(turn % 9) + 1}.5 (-110)`,
      })),
    })
  }
  return writes
}

function fullName({ first_name, last_name }: { first_name?: string; last_name?: string }) {
  return `${first_name} ${last_name}`
}

function toRequest({ address, clients }: BenchServer, { path, bodies }: Write) {
  let turn = 0
  const setupRequest = (request: Request) => {
    const index = turn % clients.length
    turn += 1
    return {
      ...request,
      headers: { ...clients[index]?.writeHeaders() },
      body: JSON.stringify(bodies[index]?.(turn)),
    }
  }
  return {
    url: `${address}${path}`,
    method: 'POST' as const,
    requests: [{ setupRequest }],
  }
}
