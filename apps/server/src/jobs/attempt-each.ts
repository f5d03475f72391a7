/**
 * Runs an action for each item, one after the other. If it fails for one item, the items after it get theirs anyway.
 * Rejects at the end with all errors, or at once with the signal's reason.
 * @param failure what the message says of the items that failed, such as 'recaps could not be written'
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  { failure, signal }: { failure: string; signal: AbortSignal },
  action: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  let count = 0
  for (const item of items) {
    signal.throwIfAborted()
    count += 1
    try {
      await action(item)
    } catch (error) {
      signal.throwIfAborted()
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${count} ${failure}`)
}
