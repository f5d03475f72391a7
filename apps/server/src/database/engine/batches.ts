/** Rows per statement. Both engines limit the number of values in a statement. */
const BATCH_SIZE = 500

export async function* inBatches<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Calls `insert` with up to 500 rows at a time, in order; not at all without rows. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for await (const batch of inBatches(rows, BATCH_SIZE)) await insert(batch)
}
