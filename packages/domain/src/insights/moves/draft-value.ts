import type { DraftOrder, DraftPick, DraftPool } from '../../rosters/archive.ts'
import { type Grade, gradeOf } from '../grade.ts'
import { standardScores } from '../power/standard-scores.ts'
import { groupBy } from '../season/regular-season.ts'

/** How the teams took turns. `other` is any other order, such as that of a draft entered afterwards. */
export const DRAFT_KINDS = ['snake', 'linear', 'auction', 'other'] as const

export type DraftKind = (typeof DRAFT_KINDS)[number]

/** How many spots before and after a pick its expected points are averaged over. */
export const SPOT_WINDOW = 8

/**
 * With prices it is an auction, and without any it is none, whatever the provider states. If the provider states
 * nothing, the order of the first two rounds decides, which traded picks can change.
 */
export function draftKindOf(
  picks: readonly Pick<DraftPick, 'round' | 'inRound' | 'teamId' | 'bid'>[],
  stated: DraftOrder | null,
): DraftKind {
  if (picks.some(({ bid }) => bid !== null)) return 'auction'
  if (stated === 'snake' || stated === 'linear') return stated
  const ofRound = (round: number) =>
    new Map(picks.filter((pick) => pick.round === round).map(({ inRound, teamId }) => [inRound, teamId]))
  const firstRound = Math.min(...picks.map(({ round }) => round))
  const [first, second] = [ofRound(firstRound), ofRound(firstRound + 1)]
  const last = Math.max(...first.keys(), ...second.keys())
  // A skipped pick fits any order.
  const isSame = (numberInFirst: (inRound: number) => number) => {
    const pairs = [...second].flatMap(([inRound, teamId]) => {
      const other = first.get(numberInFirst(inRound))
      return other === undefined ? [] : [other === teamId]
    })
    return pairs.length > 1 && pairs.every(Boolean)
  }
  if (isSame((inRound) => inRound)) return 'linear'
  return isSame((inRound) => last + 1 - inRound) ? 'snake' : 'other'
}

/** A draft of a season, which can hold several, such as a startup and a rookie draft. */
export type HeldDraft<P> = {
  kind: DraftKind
  /** null for every player, and if unknown. */
  pool: DraftPool | null
  /** In the order of the season. */
  picks: P[]
  /** The overall number of the season before its first pick; 0 for the first draft. */
  start: number
}

/** Splits the picks of a season into its drafts. `stated` is how the teams took turns in the first one. */
export function splitDrafts<P extends DraftPick>(
  picks: readonly P[],
  stated: DraftOrder | null,
): HeldDraft<P>[] {
  const drafts = groupBy(picks, ({ pool, order }) => `${pool} ${order}`)
  return [...drafts.values()].map((own, index) => {
    const first = own.reduce((a, b) => (b.round < a.round ? b : a))
    return {
      kind: draftKindOf(own, first.order ?? stated),
      pool: first.pool ?? null,
      picks: own,
      start: index === 0 ? 0 : first.overall - first.inRound,
    }
  })
}

/** The number of the last pick. It is more than the number of picks if some were skipped. */
function lengthOf({ picks, start }: HeldDraft<DraftPick>): number {
  return Math.max(...picks.map(({ overall }) => overall - start))
}

/** A draft is about as long as the next shorter one if it has at most half as many picks again. */
const MAX_LENGTH_RATIO = 1.5

/** Groups drafts that can be compared: in the same order, open to the same players, and about as long. */
export function groupAlike<D extends HeldDraft<DraftPick>>(drafts: readonly D[]): D[][] {
  const sameKind = groupBy(drafts, ({ kind, pool }) => `${kind} ${pool}`)
  return [...sameKind.values()].flatMap((same) => {
    const groups: D[][] = []
    let length = 0
    for (const draft of same.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
      const group = lengthOf(draft) <= length * MAX_LENGTH_RATIO ? groups.at(-1) : undefined
      if (group === undefined) groups.push([draft])
      else group.push(draft)
      length = lengthOf(draft)
    }
    return groups
  })
}

/** A pick with the season's points above replacement; null if they are unknown. */
export type ValuedPick = Pick<DraftPick, 'overall' | 'isKeeper'> & { points: number | null }

/**
 * Each pick's points beyond the mean of all picks close to its spot, over drafts of the same kind, in the order of the
 * drafts and picks. Shorter drafts are stretched to the longest one, by their last numbers, because picks can be
 * skipped. null for keepers and unknown points.
 */
export function valuesOverExpectation(
  drafts: readonly (readonly ValuedPick[])[],
  window: number = SPOT_WINDOW,
): (number | null)[][] {
  const lengths = drafts.map((picks) => Math.max(1, ...picks.map(({ overall }) => overall)))
  const longest = Math.max(0, ...lengths)
  const spotOf = ({ overall }: ValuedPick, draft: number) => (overall * longest) / (lengths[draft] ?? 1)
  const known = drafts.flatMap((picks, draft) =>
    picks.flatMap((pick) =>
      pick.isKeeper || pick.points === null ? [] : [{ spot: spotOf(pick, draft), points: pick.points }],
    ),
  )
  const meanNear = meansAround(known, window + 1e-9)
  return drafts.map((picks, draft) =>
    picks.map((pick) =>
      pick.isKeeper || pick.points === null ? null : pick.points - meanNear(spotOf(pick, draft)),
    ),
  )
}

function meansAround(picks: readonly { spot: number; points: number }[], reach: number) {
  const sorted = picks.toSorted((a, b) => a.spot - b.spot)
  const sums = [0]
  for (const { points } of sorted) sums.push((sums.at(-1) ?? 0) + points)
  const countBelow = (spot: number) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle]?.spot ?? 0) < spot) low = middle + 1
      else high = middle
    }
    return low
  }
  return (spot: number) => {
    // The last spot belongs to it. The next one that could differ is much farther away.
    const [from, to] = [countBelow(spot - reach), countBelow(spot + reach + 1e-12)]
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
  }
}

/**
 * Each pick's spot minus its rank by points among the picks that count: + is a steal. Equal points share the mean of
 * their ranks. null for keepers and unknown points.
 */
export function spotsGained(picks: readonly ValuedPick[]): (number | null)[] {
  const counted = picks
    .flatMap((pick) => (pick.isKeeper || pick.points === null ? [] : [{ ...pick, points: pick.points }]))
    .sort((a, b) => a.overall - b.overall)
  const rankOf = meanRanks(counted.map(({ points }) => points))
  const gained = new Map(counted.map(({ overall, points }, index) => [overall, index + 1 - rankOf(points)]))
  return picks.map(({ overall }) => gained.get(overall) ?? null)
}

/**
 * Each pick's points beyond those that go with its price: the k-th highest price goes with the k-th highest points,
 * and equal prices share their mean. null for keepers, unknown points and picks without a price.
 */
export function auctionSurplus(picks: readonly (ValuedPick & Pick<DraftPick, 'bid'>)[]): (number | null)[] {
  const counted = picks.flatMap(({ overall, isKeeper, points, bid }) =>
    isKeeper || points === null || bid === null ? [] : [{ overall, points, bid }],
  )
  const byPoints = counted.map(({ points }) => points).sort((a, b) => b - a)
  const byBid = counted.map(({ bid }) => bid).sort((a, b) => b - a)
  const expected = new Map(
    counted.map(({ bid }) => {
      const shared = byPoints.slice(byBid.indexOf(bid), byBid.lastIndexOf(bid) + 1)
      return [bid, shared.reduce((sum, points) => sum + points, 0) / shared.length]
    }),
  )
  const surplus = new Map(
    counted.map(({ overall, points, bid }) => [overall, points - (expected.get(bid) ?? 0)]),
  )
  return picks.map(({ overall }) => surplus.get(overall) ?? null)
}

/** The highest value has rank 1; equal values share the mean of their ranks. */
function meanRanks(values: readonly number[]): (value: number) => number {
  const sorted = values.toSorted((a, b) => b - a)
  return (value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1
}

export type DraftGrade = { teamId: number; value: number; z: number; grade: Grade }

/** Grades the sum of each team's values within its draft, best first. Teams without a valued pick have no grade. */
export function gradeDraft(picks: readonly { teamId: number; value: number | null }[]): DraftGrade[] {
  const sums = new Map<number, number>()
  for (const { teamId, value } of picks) if (value !== null) sums.set(teamId, (sums.get(teamId) ?? 0) + value)
  const scores = standardScores([...sums.values()])
  return [...sums]
    .map(([teamId, value], index) => {
      const z = scores[index] ?? 0
      return { teamId, value, z, grade: gradeOf(z) }
    })
    .sort((a, b) => b.value - a.value || a.teamId - b.teamId)
}
