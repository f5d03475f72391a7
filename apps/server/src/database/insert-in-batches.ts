/** Rows a statement: both engines limit how many values one may carry. */
const BATCH_SIZE = 500

export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await insert(rows.slice(from, from + BATCH_SIZE))
  }
}
