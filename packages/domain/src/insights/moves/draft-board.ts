import type { Draft, DraftPick } from '../../rosters/archive.ts'
import type { RosterWeek } from '../../rosters/matchup.ts'
import {
  auctionSurplus,
  type DraftGrade,
  type DraftKind,
  draftKindOf,
  gradeDraft,
  groupAlike,
  type HeldDraft,
  splitDrafts,
  spotsGained,
  valuesOverExpectation,
} from './draft-value.ts'
import { type PlayerSeason, playerSeasons, pointsAboveReplacement, startedPlayers } from './player-values.ts'

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

export type DraftBoard = {
  season: number
  kind: DraftKind
  isRated: boolean
  /**
   * How many drafts of the same kind the expectation of a spot comes from, of a season with several drafts those that
   * its first one is compared with; 0 for an auction, and before the picks have a value.
   */
  comparedDrafts: number
  /** In draft order. */
  picks: BoardPick[]
  /** Best first; empty before the picks have a value. */
  grades: DraftGrade[]
}

/**
 * The expectation of a spot comes from the rated drafts of the same kind: in the same order, open to the same players,
 * and about as long. In an auction, it comes from the prices. Source: analytics, "Draft".
 */
export function draftBoards(
  drafts: readonly SeasonDraft[],
  described = drafts.map(describeDraft),
): DraftBoard[] {
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
