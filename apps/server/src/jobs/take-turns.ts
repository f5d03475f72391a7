import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

/** How long work may hold up other requests at a time. */
const TURN_MS = 10

/** Several at a time would not end sooner, and hold up the others for as many turns. */
const limitLongWork = pLimit(1)

/**
 * The results for all items, in their order. Other requests are answered in between. Work that takes more than a turn
 * waits for other such work of this process.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  function workForATurn() {
    const startedAt = performance.now()
    for (const item of items.slice(results.length)) {
      results.push(map(item))
      if (performance.now() - startedAt > TURN_MS) return
    }
  }
  workForATurn()
  if (results.length === items.length) return results
  return limitLongWork(async () => {
    while (results.length < items.length) {
      await setImmediate()
      workForATurn()
    }
    return results
  })
}
