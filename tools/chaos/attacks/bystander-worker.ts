import { parentPort, workerData } from 'node:worker_threads'
import type { BystanderRequest } from './attacks.ts'

// Asks in a thread of its own, so that the attack does not delay the measurement. A request is sent every 50 ms,
// whether or not the previous ones have been answered.

const INTERVAL_MS = 50
/** Below the limit of comments. */
const TURNS_PER_WRITE = 40
const TIMEOUT_MS = 40_000

type Member = { cookie: string; token: string }

const { address, members, reads, write } = workerData as {
  address: string
  members: Member[]
  reads: string[]
  write: string
}

let turn = 0
setInterval(() => {
  turn += 1
  const member = members[turn % members.length]
  if (member !== undefined) void sendRequest(member, turn)
}, INTERVAL_MS)

async function sendRequest({ cookie, token }: Member, number: number): Promise<void> {
  const comment = number % TURNS_PER_WRITE === 0 ? `Comment ${number}` : null
  const startedAt = performance.timeOrigin + performance.now()
  const status = await fetch(`${address}${comment === null ? reads[number % reads.length] : write}`, {
    method: comment === null ? 'GET' : 'POST',
    headers: {
      cookie,
      // Another address than the attackers have, because limits count by address too.
      'x-forwarded-for': '198.51.100.7',
      ...(comment === null ? {} : { 'x-csrftoken': token, 'content-type': 'application/json' }),
    },
    ...(comment === null ? {} : { body: JSON.stringify({ body: comment }) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  const ms = performance.timeOrigin + performance.now() - startedAt
  parentPort?.postMessage({ startedAt, ms, status, comment } satisfies BystanderRequest, [])
}
