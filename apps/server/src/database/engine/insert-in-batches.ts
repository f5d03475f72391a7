/** Rows per statement. Both engines limit the number of values in a statement. */
const BATCH_SIZE = 500

/** Calls `insert` with up to 500 rows at a time, in order; not at all without rows. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await insert(rows.slice(start, start + BATCH_SIZE))
  }
}
