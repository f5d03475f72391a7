import type { Readable } from 'node:stream'
import { type BoundedQueue, boundedQueue, queuePerKey, whenFree } from '../../jobs/bounded-queue.ts'

/** An export holds a snapshot of the database open, and compresses what it reads. */
const exporting = boundedQueue({ maxConcurrent: 2, maxWaiting: 20, maxWaitMs: 20_000 })
const ofLeague = queuePerKey({ maxConcurrent: 1, maxWaiting: 3, maxWaitMs: 20_000 })

/** One at a time for each league, so that one league cannot hold up the others. Rejects with a BusyError. */
export function openExport(
  leagueId: number,
  { userId }: { userId: number },
  open: () => Promise<Readable>,
): Promise<Readable> {
  const queue: BoundedQueue = {
    run: (client, task) => ofLeague(leagueId).run(client, () => exporting.run(client, task)),
  }
  return whenFree(queue, String(userId), open)
}
