import { describe, expect, it } from 'vitest'
import type { DraftPick } from '../../rosters/archive.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { draftBoards, extremePicks, type SeasonDraft } from './draft.ts'

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

describe('a draft is compared with those of the same kind', () => {
  const POINTS = [40, 100, 90, 30]
  const rookies = (season: number, points: readonly number[], more: Partial<SeasonDraft> = {}) => {
    const draft = aDraft(season, points, { kind: 'linear', ...more })
    return { ...draft, picks: draft.picks.map((pick) => ({ ...pick, pool: 'rookies' as const })) }
  }
  const alone = [rookies(2025, POINTS), rookies(2024, [10, 80, 20, 60])]
  const valuesOf = (drafts: readonly SeasonDraft[]) =>
    draftBoards(drafts)
      .slice(0, 2)
      .map(({ picks, grades, comparedDrafts }) => [picks.map(({ value }) => value), grades, comparedDrafts])

  it.each([
    ['another order', rookies(2023, [300, 10, 0, 5], { kind: 'snake' })],
    ['other players', aDraft(2023, [300, 10, 0, 5], { kind: 'linear' })],
    ['a much longer one', rookies(2023, [300, 10, 0, 5, 1, 2, 3])],
  ])('not with one of %s', (_, other) => {
    expect(valuesOf([...alone, other])).toEqual(valuesOf(alone))
    expect(draftBoards([...alone, other]).map(({ comparedDrafts }) => comparedDrafts)).toEqual([2, 2, 1])
  })

  it('also if one is a round longer', () => {
    const longer = rookies(2023, [300, 10, 0, 5, 1, 2])
    expect(draftBoards([...alone, longer]).map(({ comparedDrafts }) => comparedDrafts)).toEqual([3, 3, 3])
  })

  it('if a season held two drafts, each with its own', () => {
    const startup = [200, 190, 180, 170, 20, 10, 2, 1]
    const both = aDraft(2025, [...startup, ...POINTS], { kind: 'snake' })
    const picks = both.picks.map((pick) =>
      pick.overall <= startup.length ? pick : { ...pick, pool: 'rookies' as const, order: 'linear' as const },
    )
    const [board, other] = draftBoards([{ ...both, picks }, rookies(2024, POINTS)])
    // Nobody of the second draft is started, so that its replacement is the best player of the first after the starters.
    const above = board?.picks.map(({ aboveReplacement }) => aboveReplacement ?? 0) ?? []
    const mean = above.slice(0, 8).reduce((sum, each) => sum + each, 0) / 8
    expect(board?.picks.slice(0, 8).map(({ value }) => value)).toEqual(
      above.slice(0, 8).map((each) => expect.closeTo(each - mean, 6)),
    )
    const later = [...above.slice(8), ...(other?.picks.map((pick) => pick.aboveReplacement ?? 0) ?? [])]
    const laterMean = later.reduce((sum, each) => sum + each, 0) / 8
    expect(board?.picks.slice(8).map(({ value }) => value)).toEqual(
      above.slice(8).map((each) => expect.closeTo(each - laterMean, 6)),
    )
    expect([board?.kind, board?.comparedDrafts, other?.comparedDrafts]).toEqual(['snake', 1, 2])
  })
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
