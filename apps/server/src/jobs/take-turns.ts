import { setImmediate } from 'node:timers/promises'

/** How long work may hold up other requests at a time. */
const TURN_MS = 10

/** The results for all items, in their order. Other requests are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let startedAt = performance.now()
  for (const item of items) {
    if (performance.now() - startedAt > TURN_MS) {
      await setImmediate()
      startedAt = performance.now()
    }
    results.push(map(item))
  }
  return results
}
