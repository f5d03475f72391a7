/**
 * What was written by whom, as the writers were told. A new thing that was acknowledged must be there once;
 * where somebody chose or saved something, what was acknowledged last must stand, or what they have tried
 * since without an answer.
 * null stands for nothing chosen and nothing saved.
 * @typedef {{ acknowledged: Set<string>, states: Map<string, { last: unknown, tried: unknown[] }> }} Ledger
 * @typedef {{ things: readonly string[], states: ReadonlyMap<string, unknown> }} Found what the product tells afterwards
 */

/** @returns {Ledger} */
export function newLedger() {
  return { acknowledged: new Set(), states: new Map() }
}

/**
 * @param {Ledger} ledger
 * @param {string} key whose state, and of what
 * @param {unknown} value
 * @param {boolean} isAcknowledged
 */
export function noteState({ states }, key, value, isAcknowledged) {
  const before = states.get(key) ?? { last: null, tried: [] }
  states.set(
    key,
    isAcknowledged ? { last: value, tried: [] } : { ...before, tried: [...before.tried, value] },
  )
}

/**
 * What is not as it was acknowledged, in words; nothing when all is.
 * @param {Ledger} ledger
 * @param {Found} found
 */
export function lostOf(ledger, found) {
  const known = new Set(found.things)
  const lost = [...ledger.acknowledged].filter((each) => !known.has(each))
  for (const [key, { last, tried }] of ledger.states) {
    const now = found.states.get(key) ?? null
    if (now !== last && !tried.includes(now))
      lost.push(`${key} is ${JSON.stringify(now)}, was ${JSON.stringify(last)}`)
  }
  return lost
}

/**
 * What is there more than once, though everybody wrote it once.
 * @param {Found} found
 */
export function doubledIn({ things }) {
  const seen = new Set()
  return things.filter((each) => seen.size === seen.add(each).size)
}
