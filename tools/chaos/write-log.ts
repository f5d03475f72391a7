/**
 * The writes that the clients sent, and whether they were acknowledged. An acknowledged post or comment must
 * be stored exactly once. A vote or pick must have the last acknowledged value, or one that was attempted
 * since then without an acknowledgment. null means that there is no vote or pick.
 */
export type WriteLog = {
  acknowledged: Set<string>
  states: Map<string, { last: unknown; attempted: unknown[] }>
}

export type ObservedState = { items: readonly string[]; states: ReadonlyMap<string, unknown> }

export function createWriteLog(): WriteLog {
  return { acknowledged: new Set(), states: new Map() }
}

/** @param key the kind of state and its client */
export function recordState({ states }: WriteLog, key: string, value: unknown, isAcknowledged: boolean) {
  const state = states.get(key) ?? { last: null, attempted: [] }
  states.set(
    key,
    isAcknowledged ? { last: value, attempted: [] } : { ...state, attempted: [...state.attempted, value] },
  )
}

export function findLostWrites(writeLog: WriteLog, observed: ObservedState) {
  const stored = new Set(observed.items)
  const lost = [...writeLog.acknowledged].filter((each) => !stored.has(each))
  for (const [key, { last, attempted }] of writeLog.states) {
    const current = observed.states.get(key) ?? null
    if (current !== last && !attempted.includes(current))
      lost.push(`${key} is ${JSON.stringify(current)}, was ${JSON.stringify(last)}`)
  }
  return lost
}

/** Returns the items that are stored more than once. Every item was written once. */
export function findDuplicates({ items }: ObservedState) {
  const seen = new Set()
  return items.filter((each) => seen.size === seen.add(each).size)
}
