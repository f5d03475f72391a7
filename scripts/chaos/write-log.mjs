/**
 * What was written by whom, as the writers were told. A new thing that was acknowledged must be there once;
 * where somebody chose or saved something, what was acknowledged last must stand, or what they have tried
 * since without an answer.
 * null stands for nothing chosen and nothing saved.
 * @typedef {{ acknowledged: Set<string>, states: Map<string, { last: unknown, attempted: unknown[] }> }} WriteLog
 * @typedef {{ items: readonly string[], states: ReadonlyMap<string, unknown> }} ObservedState what the product tells afterwards
 */

/** @returns {WriteLog} */
export function createWriteLog() {
  return { acknowledged: new Set(), states: new Map() }
}

/**
 * @param {WriteLog} ledger
 * @param {string} key whose state, and of what
 * @param {unknown} value
 * @param {boolean} isAcknowledged
 */
export function recordState({ states }, key, value, isAcknowledged) {
  const before = states.get(key) ?? { last: null, attempted: [] }
  states.set(
    key,
    isAcknowledged ? { last: value, attempted: [] } : { ...before, attempted: [...before.attempted, value] },
  )
}

/**
 * What is not as it was acknowledged, in words; nothing when all is.
 * @param {WriteLog} ledger
 * @param {ObservedState} found
 */
export function findLostWrites(ledger, found) {
  const known = new Set(found.items)
  const lost = [...ledger.acknowledged].filter((each) => !known.has(each))
  for (const [key, { last, attempted }] of ledger.states) {
    const now = found.states.get(key) ?? null
    if (now !== last && !attempted.includes(now))
      lost.push(`${key} is ${JSON.stringify(now)}, was ${JSON.stringify(last)}`)
  }
  return lost
}

/**
 * What is there more than once, though everybody wrote it once.
 * @param {ObservedState} found
 */
export function findDuplicates({ items }) {
  const seen = new Set()
  return items.filter((each) => seen.size === seen.add(each).size)
}
