import { flagHighest, isRejection, isVotingClosed } from './voting.ts'

/** The limits of a league's rules, in characters where it is a text. */
export const RULE_LIMITS = { sections: 60, heading: 120, body: 10_000, total: 50_000, note: 200 } as const

/** The versions that stay stored, each as a whole. The oldest ones are removed when there are more. */
export const MAX_RULE_VERSIONS = 500

/** A section of the rules. Its ID stays the same in all versions. */
export type RuleSection = { id: number; heading: string; body: string }

type VoteCount = { text: string; votes: number }

type VoteResult = {
  /** In milliseconds since 1970; null when voting stays open. */
  closesAt: number | null
  options: readonly VoteCount[]
}

/**
 * The option that a proposal has decided on: voting is closed, and one option has the most votes.
 * @returns `null` while voting is open, without votes, after a tie, and if the vote rejected the proposal.
 */
export function adoptedOption({ closesAt, options }: VoteResult, now: Date): VoteCount | null {
  if (!isVotingClosed(closesAt, now)) return null
  const isHighest = flagHighest(options.map(({ votes }) => votes))
  const [winner, ...tied] = options.filter((_, index) => isHighest[index])
  return winner === undefined || tied.length > 0 || isRejection(winner.text) ? null : winner
}

/** How a section differs between two versions. A section can have moved and changed. */
export type RuleChange = {
  id: number
  kind: 'added' | 'removed' | 'changed' | 'same'
  hasMoved: boolean
  before: RuleSection | null
  after: RuleSection | null
}

/** In the order of the newer version. A removed section stands after the section that it followed. */
export function compareRules(before: readonly RuleSection[], after: readonly RuleSection[]): RuleChange[] {
  const old = new Map(before.map((section) => [section.id, section]))
  const ids = new Set(after.map(({ id }) => id))
  const moved = movedIds(
    before.flatMap(({ id }) => (ids.has(id) ? id : [])),
    after.flatMap(({ id }) => (old.has(id) ? id : [])),
  )
  const changes = after.map((section): RuleChange => {
    const previous = old.get(section.id) ?? null
    return {
      id: section.id,
      kind: previous === null ? 'added' : isSameSection(previous, section) ? 'same' : 'changed',
      hasMoved: moved.has(section.id),
      before: previous,
      after: section,
    }
  })
  for (const [position, section] of before.entries()) {
    if (ids.has(section.id)) continue
    const previousId = before[position - 1]?.id
    const index = changes.findIndex(({ id }) => id === previousId) + 1
    changes.splice(index, 0, {
      id: section.id,
      kind: 'removed',
      hasMoved: false,
      before: section,
      after: null,
    })
  }
  return changes
}

export function isSameSection(a: Omit<RuleSection, 'id'>, b: Omit<RuleSection, 'id'>): boolean {
  return a.heading === b.heading && a.body === b.body
}

/** The sections outside of the longest sequence that is in its old order. Both lists have the same IDs. */
function movedIds(before: readonly number[], after: readonly number[]): Set<number> {
  const positions = after.map((id) => before.indexOf(id))
  const longestOf = (sequences: readonly number[][]) =>
    sequences.reduce<number[]>((best, each) => (each.length > best.length ? each : best), [])
  const sequences: number[][] = []
  for (const position of positions) {
    const earlier = sequences.filter((sequence) => (sequence.at(-1) ?? -1) < position)
    sequences.push([...longestOf(earlier), position])
  }
  const unmoved = longestOf(sequences)
  return new Set(after.filter((_, index) => !unmoved.includes(positions[index] ?? -1)))
}

type Draft = Omit<RuleSection, 'id'> & { id: number | null }

/**
 * Joins two edits of the same version: a section that only one of them has changed is as in that one. New sections of
 * the other edit stand after the section that they follow there.
 * @param mine `id` is null for new sections
 * @returns `null` if both have changed a section in different ways.
 */
export function mergeRules<Section extends Draft>(
  base: readonly Section[],
  theirs: readonly Section[],
  mine: readonly Section[],
): Section[] | null {
  const byId = (sections: readonly Section[]) => new Map(sections.map((section) => [section.id, section]))
  const [baseById, theirsById, mineById] = [byId(base), byId(theirs), byId(mine)]
  const merged: Section[] = []
  for (const section of mine) {
    const [before, other] = section.id === null ? [] : [baseById.get(section.id), theirsById.get(section.id)]
    const isMyChange = before === undefined || !isSameSection(before, section)
    if (before !== undefined && other === undefined) {
      if (isMyChange) return null
    } else if (before === undefined || other === undefined || isSameSection(before, other)) {
      merged.push(section)
    } else if (isMyChange && !isSameSection(other, section)) {
      return null
    } else merged.push(other)
  }
  for (const [index, section] of theirs.entries()) {
    if (mineById.has(section.id)) continue
    const before = baseById.get(section.id)
    if (before !== undefined && !isSameSection(before, section)) return null
    if (before !== undefined) continue
    const previous = theirs[index - 1]
    merged.splice(merged.findIndex(({ id }) => id === previous?.id) + 1, 0, section)
  }
  return merged
}
