import type { Draft, DraftOrder, DraftPick, DraftPool } from '../../rosters/archive.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import { type Grade, gradeOf } from '../grade.ts'
import { standardScores } from '../power-ranking.ts'
import { groupBy } from '../season/regular-season.ts'
import { type PlayerSeason, playerSeasons, pointsAboveReplacement, startedPlayers } from './roster-results.ts'

/** How the teams took turns. `other` is any other order, such as that of a draft entered afterwards. */
export const DRAFT_KINDS = ['snake', 'linear', 'auction', 'other'] as const

type DraftKind = (typeof DRAFT_KINDS)[number]

/** How many spots before and after a pick its expected points are averaged over. */
const SPOT_WINDOW = 8

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
type HeldDraft<P> = {
  kind: DraftKind
  /** null for every player, and if unknown. */
  pool: DraftPool | null
  /** In the order of the season. */
  picks: P[]
  /** The overall number of the season before its first pick; 0 for the first draft. */
  start: number
}

/** Splits the picks of a season into its drafts. `stated` is how the teams took turns in the first one. */
function splitDrafts<P extends DraftPick>(picks: readonly P[], stated: DraftOrder | null): HeldDraft<P>[] {
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
function groupAlike<D extends HeldDraft<DraftPick>>(drafts: readonly D[]): D[][] {
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

type DraftGrade = { teamId: number; value: number; z: number; grade: Grade }

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

export type SeasonDraft = {
  season: number
  /** As the provider states it; null to infer it from the picks. */
  kind: Draft['kind']
  picks: readonly DraftPick[]
  weeks: readonly RosterWeek[]
  /** Whether the season is over and its lineups are complete, so that its picks have a value. */
  isRated: boolean
}

export type BoardPick = DraftPick & {
  /** null if the player was in no stored lineup. */
  seasonOfPlayer: PlayerSeason | null
  /** Points above those of a player whom nobody starts; null if unknown. */
  aboveReplacement: number | null
  /** Points beyond those that the spot or the price usually gives; null for keepers and before the end of the season. */
  value: number | null
  mark: 'steal' | 'bust' | null
}

export type DraftBoard = ReturnType<typeof draftBoards>[number]

/**
 * The expectation of a spot comes from the rated drafts of the same kind: in the same order, open to the same players,
 * and about as long. Of a season with several, `comparedDrafts` counts those that its first one is compared with. In an
 * auction, the expectation comes from the prices. Source: analytics, "Draft".
 */
export function draftBoards(drafts: readonly SeasonDraft[], described = drafts.map(describeDraft)) {
  const inTurns = described
    .filter(({ isRated }) => isRated)
    .flatMap(({ held }) => held.filter(({ kind }) => kind !== 'auction'))
  const expected = new Map(
    groupAlike(inTurns).flatMap((group) => {
      const values = valuesOverExpectation(group.map(toValued))
      return group.map(
        (draft, index) => [draft, { values: values[index] ?? [], drafts: group.length }] as const,
      )
    }),
  )
  return described.map(({ held, ...draft }) => {
    if (!draft.isRated) return { ...draft, comparedDrafts: 0, grades: [] }
    const picks = held
      .flatMap((each) => valuePicks(each, expected.get(each)?.values ?? auctionSurplus(toValued(each))))
      .sort((a, b) => a.overall - b.overall)
    const [first] = held.flatMap((each) => expected.get(each) ?? [])
    return { ...draft, comparedDrafts: first?.drafts ?? 0, picks, grades: gradeDraft(picks) }
  })
}

function valuePicks(draft: HeldDraft<BoardPick>, values: readonly (number | null)[]): BoardPick[] {
  const marks = markPicks(draft, values)
  return draft.picks.map((pick, index) => ({
    ...pick,
    value: values[index] ?? null,
    mark: marks[index] ?? null,
  }))
}

export function describeDraft({ season, kind, picks, weeks, isRated }: SeasonDraft) {
  const players = playerSeasons(weeks)
  const above = pointsAboveReplacement(
    [...players.values()],
    weeks.length === 0 ? new Map() : startedPlayers(weeks),
  )
  const shown = withoutDuplicates(picks).map(
    (pick): BoardPick => ({
      ...pick,
      seasonOfPlayer: players.get(pick.playerId) ?? null,
      aboveReplacement: above.get(pick.playerId) ?? null,
      value: null,
      mark: null,
    }),
  )
  return { season, isRated, kind: draftKindOf(picks, kind), picks: shown, held: splitDrafts(shown, kind) }
}

/** A host can list a pick twice. */
function withoutDuplicates(picks: readonly DraftPick[]): DraftPick[] {
  return [...new Map(picks.toReversed().map((pick) => [pick.playerId, pick])).values()].sort(
    (a, b) => a.overall - b.overall,
  )
}

/** The overall numbers are those of the draft itself. */
function toValued({ picks, start }: HeldDraft<BoardPick>) {
  return picks.map(({ overall, isKeeper, bid, aboveReplacement }) => ({
    overall: overall - start,
    isKeeper,
    bid,
    points: aboveReplacement,
  }))
}

/**
 * A steal or bust has a value of at least a standard deviation. Where teams take turns, its rank by points must also be
 * at least a round away from its spot.
 */
function markPicks(draft: HeldDraft<BoardPick>, values: readonly (number | null)[]): BoardPick['mark'][] {
  const known = values.flatMap((value) => value ?? [])
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, known.length))
  const teams = new Set(draft.picks.map(({ teamId }) => teamId)).size
  const gained = spotsGained(toValued(draft))
  return values.map((value, index) => {
    if (value === null || value === 0 || Math.abs(value) < deviation) return null
    // Positive for a value and a rank that are better than expected, or worse.
    const spots = (gained[index] ?? 0) * Math.sign(value)
    if (draft.kind !== 'auction' && spots < teams) return null
    return value > 0 ? 'steal' : 'bust'
  })
}

/** The picks of all drafts with the highest and the lowest value, best and worst first. */
export function extremePicks(boards: readonly DraftBoard[], count: number) {
  const picks = boards
    .flatMap(({ season, picks: own }) =>
      own.flatMap(({ value, ...pick }) => (value === null ? [] : [{ ...pick, season, value }])),
    )
    .sort((a, b) => b.value - a.value || a.season - b.season || a.overall - b.overall)
  return {
    best: picks.slice(0, count).filter(({ value }) => value > 0),
    worst: picks
      .toReversed()
      .slice(0, count)
      .filter(({ value }) => value < 0),
  }
}
