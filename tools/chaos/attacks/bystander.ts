import { Worker } from 'node:worker_threads'
import { LEAGUE_PATH, type League, SOCIAL_PATH } from '../league.ts'
import { createRequestStats, type RequestStats } from '../outcome.ts'

/** A request of the bystander. The status is 0 without a response; times are in milliseconds since 1970. */
export type BystanderRequest = { startedAt: number; ms: number; status: number; comment: string | null }

export function startBystander(address: string, league: League) {
  const members = league.writers.slice(0, 2).map((client) => {
    const cookie = client.cookie()
    const token = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? ''
    return { cookie, token: decodeURIComponent(token) }
  })
  const requests: BystanderRequest[] = []
  const worker = new Worker(new URL('bystander-worker.ts', import.meta.url), {
    workerData: {
      address,
      members,
      reads: [`${LEAGUE_PATH}/standings/`, `${SOCIAL_PATH}/feed/`],
      write: `${SOCIAL_PATH}/posts/${league.post}/comments/`,
    },
  })
  worker.on('message', (request: BystanderRequest) => requests.push(request))
  return {
    /** The 99th percentile of the requests that were sent in this time, those without a response included. */
    p99: (from: number, to: number) => {
      const times = requests
        .filter(({ startedAt }) => startedAt >= from && startedAt < to)
        .map(({ ms }) => ms)
      return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
    },
    acknowledgedComments: () =>
      requests.flatMap(({ comment, status }) => (comment !== null && status === 200 ? [comment] : [])),
    stats: () => toStats(requests),
    stop: () => worker.terminate(),
  }
}

function toStats(requests: readonly BystanderRequest[]): RequestStats {
  const failed = requests.filter(({ status }) => status !== 200)
  return {
    ...createRequestStats(),
    requests: requests.length,
    acknowledged: requests.filter(({ comment, status }) => comment !== null && status === 200).length,
    wrong: failed.map(({ status, ms }) => `a bystander got ${status} after ${Math.round(ms)} ms`),
    slowestMs: Math.max(...requests.map(({ ms }) => ms)),
  }
}
