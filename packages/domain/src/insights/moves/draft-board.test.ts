import { expect, it } from 'vitest'
import type { DraftPick } from '../../rosters/archive.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { draftBoards, extremePicks, type SeasonDraft } from './draft-board.ts'

const aPick = (overall: number, more: Partial<DraftPick> = {}): DraftPick => ({
  overall,
  round: Math.ceil(overall / 2),
  inRound: ((overall - 1) % 2) + 1,
  // A snake of two teams.
  teamId: [1, 2, 2, 1][(overall - 1) % 4] ?? 0,
  playerId: overall,
  memberId: null,
  isKeeper: false,
  bid: null,
  ...more,
})

/** Two teams that start one receiver each; the players are drafted in the order of `points`. */
function aDraft(season: number, points: readonly number[], more: Partial<SeasonDraft> = {}): SeasonDraft {
  const ofTeam = (teamId: number) =>
    points.flatMap((each, index) =>
      aPick(index + 1).teamId === teamId
        ? [aRosterPlayer(index + 1, each, { isStarter: index < 2, slotId: index < 2 ? 4 : 20 })]
        : [],
    )
  return {
    season,
    picks: points.map((_, index) => aPick(index + 1)),
    weeks: [aRosterWeek(1, 1, ofTeam(1)), aRosterWeek(1, 2, ofTeam(2))],
    kind: null,
    isRated: true,
    ...more,
  }
}

it('values the picks of rated drafts above the replacement and the expectation', () => {
  const [board] = draftBoards([aDraft(2025, [40, 100, 90, 30])])
  // Two receivers are started, so the third best one is the replacement.
  expect(board?.picks.map(({ aboveReplacement }) => aboveReplacement)).toEqual([0, 60, 50, -10])
  expect(board?.picks.map(({ value }) => value)).toEqual([-25, 35, 25, -35])
  expect(board?.kind).toBe('snake')
  expect(board?.grades.map(({ teamId, value, grade }) => [teamId, value, grade])).toEqual([
    [2, 60, 'A'],
    [1, -60, 'C'],
  ])
})

it('marks picks of extreme value whose rank by points is a round away from their spot', () => {
  const [board] = draftBoards([aDraft(2025, [20, 100, 90, 30])])
  // The first pick has the fourth rank. The second one has the same distance from 0, but was an early pick.
  expect(board?.picks.map(({ value, mark }) => [value, mark])).toEqual([
    [-40, 'bust'],
    [40, null],
    [30, null],
    [-30, null],
  ])
})

it('shows a season in progress without values', () => {
  const [board] = draftBoards([aDraft(2026, [40, 100], { isRated: false }), aDraft(2025, [80, 70])])
  expect(board).toMatchObject({ grades: [], isRated: false })
  expect(board?.picks.map(({ seasonOfPlayer, value }) => [seasonOfPlayer?.points, value])).toEqual([
    [40, null],
    [100, null],
  ])
})

it('knows nothing of players without a stored lineup', () => {
  const [board] = draftBoards([aDraft(2025, [40, 100], { weeks: [] })])
  expect(
    board?.picks.map(({ seasonOfPlayer, aboveReplacement, value }) => [
      seasonOfPlayer,
      aboveReplacement,
      value,
    ]),
  ).toEqual([
    [null, null, null],
    [null, null, null],
  ])
  expect(board?.grades).toEqual([])
})

it('compares auctions by price', () => {
  const bids = [50, 40, 30, 20]
  const draft = aDraft(2025, [210, 240, 150, 160])
  const picks = draft.picks.map((pick, index) => ({ ...pick, bid: bids[index] ?? null }))
  const [board] = draftBoards([{ ...draft, picks }])
  expect(board?.kind).toBe('auction')
  expect(board?.picks.map(({ value, mark }) => [value, mark])).toEqual([
    [-30, 'bust'],
    [30, 'steal'],
    [-10, null],
    [10, null],
  ])
})

it('shows a pick that is listed twice once', () => {
  const draft = aDraft(2025, [40, 100])
  const [board] = draftBoards([{ ...draft, picks: [...draft.picks, aPick(1)] }])
  expect(board?.picks.map(({ overall }) => overall)).toEqual([1, 2])
})

it('finds the best and the worst picks of all drafts', () => {
  const boards = draftBoards([
    aDraft(2025, [40, 100, 90, 30]),
    aDraft(2024, [70, 70, 70, 70], { isRated: false }),
  ])
  const { best, worst } = extremePicks(boards, 1)
  expect(best.map(({ season, overall, value }) => [season, overall, value])).toEqual([[2025, 2, 35]])
  expect(worst.map(({ season, overall, value }) => [season, overall, value])).toEqual([[2025, 4, -35]])
})
