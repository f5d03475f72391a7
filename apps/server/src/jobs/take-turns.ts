/** How long work may hold up other requests at a time. */
const TURN_MS = 10

const queue: (() => void)[] = []
let isTurnScheduled = false

/**
 * Resolves in a later turn of the event loop, after other requests were answered. One waiter has each turn, because several
 * would hold up the others for as long as all of them take.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    scheduleTurn()
  })
}

function scheduleTurn(): void {
  if (isTurnScheduled || queue.length === 0) return
  isTurnScheduled = true
  setImmediate(() => {
    isTurnScheduled = false
    queue.shift()?.()
    scheduleTurn()
  })
}

/** The results for all items, in their order. Other requests are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  function workForATurn() {
    const startedAt = performance.now()
    while (results.length < items.length) {
      results.push(map(items[results.length] as Item))
      if (performance.now() - startedAt > TURN_MS) return
    }
  }
  workForATurn()
  while (results.length < items.length) {
    await nextTurn()
    workForATurn()
  }
  return results
}

let turnStartedAt: number | null = null

export function workInTurn<Result>(work: () => Result): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>()
  startInTurn(resolve)
  return promise.then(work)
}

/**
 * Starts work of a request that can take a while. Where such work has been done in this turn of the event loop, it waits
 * for a turn of its own: a burst of requests holds up others for the longest of them, not for all.
 */
export function startInTurn(start: () => void): void {
  if (turnStartedAt === null) {
    turnStartedAt = performance.now()
    setImmediate(() => {
      turnStartedAt = null
    })
  }
  if (performance.now() - turnStartedAt < TURN_MS) start()
  else void nextTurn().then(start)
}
