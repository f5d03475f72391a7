import { log } from '../project.mjs'
import { LEAGUE_PATH, withOurServers } from './baselines.mjs'
import { measure, medianMeasurement } from './load.mjs'
import { rounded, table } from './table.mjs'

/** @typedef {import('./baselines.mjs').BenchServer} BenchServer */

/** A person posts at most so often in ten minutes; the demo's people have posted before. */
const MAX_POSTS_PER_USER = 24

/**
 * What people write, on both engines, each answered when it is on the disk.
 * @param {{ seconds: number, rounds: number }} options
 */
export function benchWrites({ seconds, rounds }) {
  return withOurServers(async (ours) => {
    const rows = []
    for (const connections of [1, 50]) {
      for (const rival of ours) {
        for (const write of await listWrites(rival)) {
          const amount = connections === 1 ? write.maxRequests * 0.25 : write.maxRequests * 0.75
          const length = Number.isFinite(amount) ? { amount } : { duration: seconds }
          const measures = []
          for (let round = 0; round < (Number.isFinite(amount) ? 1 : rounds); round += 1) {
            measures.push(
              await measure(rival, { ...length, ...toRequest(rival, write), connections, expects: '2xx' }),
            )
          }
          const { rate, p50, p99, cpuShare, cpuMicros, memoryMb } = medianMeasurement(measures)
          const figures = [rate, p50, p99, cpuShare, cpuMicros, memoryMb].map((each) => rounded(each))
          rows.push([write.name, connections, rival.name, ...figures])
        }
      }
    }
    return table(['write', 'conns', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU %', 'CPU µs', 'MB'], rows)
  })
}

/**
 * @typedef {{ name: string, path: string, maxRequests: number, bodies: ((turn: number) => unknown)[] }} Write
 *   the body of each person in turn, and how many the limits let through
 */

/**
 * @param {BenchServer} rival
 * @returns {Promise<Write[]>}
 */
async function listWrites({ name, clients: [first, ...others] }) {
  if (first === undefined) throw new Error('nobody is signed in')
  const people = [first, ...others]
  /** @type {Write[]} */
  const writes = [
    {
      name: 'post',
      path: `${LEAGUE_PATH}/social/posts/`,
      maxRequests: MAX_POSTS_PER_USER * people.length,
      bodies: people.map(() => (turn) => ({ content: `Number ${turn} of many.` })),
    },
  ]
  /** @type {{ items: { id: number, type: string, closed?: boolean, options: { id: number }[] }[] }} */
  const feed = await (await first.get(`${LEAGUE_PATH}/social/feed/?limit=50`)).json()
  const open = feed.items.find((item) => item.type === 'proposal' && !item.closed)
  if (open === undefined) log(`vote is not measured on ${name}: no proposal is open`)
  else {
    const options = open.options.map((option) => option.id)
    writes.push({
      name: 'vote',
      path: `${LEAGUE_PATH}/social/proposals/${open.id}/vote/`,
      maxRequests: Number.POSITIVE_INFINITY,
      bodies: people.map(() => (turn) => ({ option_id: options[turn % options.length] })),
    })
  }
  /** @type {{ season: number, weeks: { week: number }[], current_week: number }} */
  const { season, weeks, current_week } = await (await first.get(`${LEAGUE_PATH}/bets/`)).json()
  const names = await Promise.all(
    people.map(async (person) => fullName(await (await person.get('/api/whoami/')).json())),
  )
  const week = weeks.find((each) => each.week > current_week)?.week
  if (week === undefined) log(`pick is not measured on ${name}: no week is open`)
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

/** @param {{ first_name?: string, last_name?: string }} person */
function fullName({ first_name, last_name }) {
  return `${first_name} ${last_name}`
}

/**
 * @param {BenchServer} rival
 * @param {Write} write
 */
function toRequest({ address, clients }, { path, bodies }) {
  let turn = 0
  const next = (/** @type {import('autocannon').Request} */ request) => {
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
    method: /** @type {const} */ ('POST'),
    requests: [{ setupRequest: next }],
  }
}
