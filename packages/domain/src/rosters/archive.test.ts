import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { type Points, ZERO_POINTS } from '../points.ts'
import type { Game, GameSide, SeasonProgress, WeeklyScore } from '../seasons/season.ts'
import {
  type DraftPick,
  draftRejectionReason,
  lineupsRejectionReason,
  numbersInRounds,
  planBackfillArchive,
  planRefreshArchive,
  type StoredArchive,
  storedWeeks,
  transactionsRejectionReason,
} from './archive.ts'
import { BENCH_SLOT, type LineupEntry, RESERVE_SLOT } from './lineup.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

/** Fifteen one-week matchup periods and a two-week final. */
const calendar = {
  regularSeasonPeriods: 14,
  playoffTeams: 4,
  periods: Array.from({ length: 16 }, (_, index) => ({
    period: index + 1,
    weeks: index === 15 ? [16, 17] : [index + 1],
  })),
}

const side = (teamId: number, points: number, adjustment = 0): GameSide => ({
  teamId,
  points: points as Points,
  livePoints: null,
  projectedPoints: null,
  adjustment: adjustment as Points,
  pointsByWeek: [],
})

/** A final game of a week, with points for both sides. */
const game = (week: number, home: GameSide, away: GameSide | null): Game => ({
  gameId: week,
  period: week,
  home,
  away,
  result: away === null ? 'undecided' : 'home',
  bracket: 'regular',
  categories: null,
})

const seasonInWeek = (
  currentWeek: number | null,
  more: Partial<SeasonProgress> = {},
  games: readonly Game[] = [],
) => ({
  season: 2026,
  scoringType: 'H2H_POINTS',
  calendar,
  games: [...games],
  weeklyScores: [] as WeeklyScore[],
  progress: { isDrafted: true, isFinished: false, currentPeriod: null, currentWeek, finalWeek: 17, ...more },
})

const FINISHED = seasonInWeek(17, { isFinished: true })
const UNDRAFTED = seasonInWeek(null, { isDrafted: false })

function archiveUpTo(week: number, more: Partial<StoredArchive> = {}): StoredArchive {
  const weeks = new Map(Array.from({ length: week }, (_, index) => [index + 1, hoursAgo(1)]))
  return {
    hasDraft: true,
    weeks,
    scores: [],
    lineupPoints: [],
    previousProgress: { currentWeek: week, isFinished: false },
    ...more,
  }
}

const EMPTY_ARCHIVE: StoredArchive = {
  hasDraft: false,
  weeks: new Map(),
  scores: [],
  lineupPoints: [],
  previousProgress: null,
}

const plannedWeeks = (season: ReturnType<typeof seasonInWeek>, stored: StoredArchive, now = NOW) =>
  planRefreshArchive(season, stored, now).weeks.map(({ week }) => week)

describe('planRefreshArchive', () => {
  it('reads the current week with its matchup period', () => {
    expect(planRefreshArchive(seasonInWeek(5), archiveUpTo(5), NOW)).toEqual({
      draft: false,
      weeks: [{ week: 5, period: 5 }],
    })
  })

  it.each([
    ['nothing before the draft', UNDRAFTED, EMPTY_ARCHIVE, []],
    ['the whole matchup period', seasonInWeek(17), archiveUpTo(17), [16, 17]],
    ['no future week', seasonInWeek(16), archiveUpTo(16), [16]],
    ['a week that ended since the last refresh again', seasonInWeek(6), archiveUpTo(5), [5, 6]],
    ['every week that ended since the last refresh', seasonInWeek(8), archiveUpTo(5), [5, 6, 7, 8]],
    ['the last three missing weeks', seasonInWeek(9), EMPTY_ARCHIVE, [7, 8, 9]],
    ['the final week when the season has ended', FINISHED, archiveUpTo(17), [17]],
    [
      'nothing if the season had already finished',
      FINISHED,
      archiveUpTo(17, { previousProgress: { currentWeek: 17, isFinished: true } }),
      [],
    ],
    [
      'the missing weeks of a finished season',
      FINISHED,
      archiveUpTo(15, { previousProgress: { currentWeek: 17, isFinished: true } }),
      [16, 17],
    ],
  ])('reads %s', (_, season, stored, weeks) => {
    expect(plannedWeeks(season, stored)).toEqual(weeks)
  })

  it('reads no week after the NFL season, although matchup periods go on', () => {
    const periods = Array.from({ length: 24 }, (_, index) => ({ period: index + 1, weeks: [index + 1] }))
    const longSeason = (currentWeek: number) => {
      return { ...seasonInWeek(currentWeek, { finalWeek: 24 }), calendar: { ...calendar, periods } }
    }
    expect(plannedWeeks(longSeason(20), EMPTY_ARCHIVE)).toEqual([16, 17, 18])
    expect(planBackfillArchive(longSeason(24), EMPTY_ARCHIVE, true).weeks.at(-1)?.week).toBe(18)
  })

  it('reads the previous week once a day, because its scores are corrected', () => {
    const stored = (hours: number) =>
      archiveUpTo(6, { weeks: new Map([1, 2, 3, 4, 5, 6].map((week) => [week, hoursAgo(hours)])) })
    expect(plannedWeeks(seasonInWeek(6), stored(23))).toEqual([6])
    expect(plannedWeeks(seasonInWeek(6), stored(24))).toEqual([5, 6])
  })

  describe('corrections', () => {
    const score = (week: number, points: number) => ({ teamId: 1, week, points: points as Points })
    const season = seasonInWeek(6, {}, [
      game(2, side(1, 9000), side(2, 8000)),
      game(3, side(1, 7000, 1400), null),
    ])
    const archive = (stored: number, lineup: number, hours: number) =>
      archiveUpTo(6, {
        weeks: new Map([1, 2, 3, 4, 5, 6].map((week) => [week, hoursAgo(week === 5 ? 1 : hours)])),
        scores: [score(2, stored)],
        lineupPoints: [score(2, lineup)],
      })

    it('read the week whose score has changed at once', () => {
      expect(plannedWeeks(season, archive(8950, 8950, 1))).toEqual([2, 6])
      expect(plannedWeeks(season, archive(9000, 9000, 1))).toEqual([6])
    })

    it('read a week whose lineup does not add up to its score again after a day', () => {
      expect(plannedWeeks(season, archive(9000, 8950, 23))).toEqual([6])
      expect(plannedWeeks(season, archive(9000, 8950, 24))).toEqual([2, 6])
    })

    it('allow for an adjustment, which the lineup does not contain', () => {
      const adjusted = seasonInWeek(6, {}, [game(2, side(1, 9000, 1400), side(2, 8000))])
      expect(plannedWeeks(adjusted, archive(9000, 7600, 24))).toEqual([6])
    })

    it('do not compare points in a category league', () => {
      const categories = { ...season, scoringType: 'H2H_CATEGORY' }
      expect(plannedWeeks(categories, archive(8950, 8950, 24))).toEqual([6])
    })

    it('read at most three such weeks at a time, those that were read longest ago', () => {
      const games = [1, 2, 3, 4].map((week) => game(week, side(1, 9000), side(2, 8000)))
      const stored = archiveUpTo(6, {
        weeks: new Map([1, 2, 3, 4, 5, 6].map((week) => [week, hoursAgo(week === 5 ? 1 : 30 + week)])),
        lineupPoints: [1, 2, 3, 4].map((week) => score(week, 8950)),
      })
      expect(plannedWeeks(seasonInWeek(6, {}, games), stored)).toEqual([2, 3, 4, 6])
    })

    it('of the last two weeks are read daily until 14 days after the end of the season', () => {
      const finished = { previousProgress: { currentWeek: 17, isFinished: true } }
      const stored = archiveUpTo(17, finished)
      // NFL week 17 of 2026 ends on Tuesday, January 5.
      const readAt = (readHoursAgo: number, now: string) => {
        const at = new Date(now)
        const readTime = new Date(at.getTime() - readHoursAgo * HOUR_MS)
        const weeks = new Map([...stored.weeks.keys()].map((week) => [week, readTime]))
        return plannedWeeks(FINISHED, { ...stored, weeks }, at)
      }
      expect(readAt(24, '2027-01-06T12:00:00Z')).toEqual([16, 17])
      expect(readAt(23, '2027-01-06T12:00:00Z')).toEqual([])
      expect(readAt(24, '2027-01-18T23:00:00Z')).toEqual([16, 17])
      expect(readAt(24, '2027-01-19T00:00:00Z')).toEqual([])
    })
  })

  it('reads a missing draft after it has taken place', () => {
    expect(planRefreshArchive(seasonInWeek(5), archiveUpTo(5, { hasDraft: false }), NOW).draft).toBe(true)
    expect(planRefreshArchive(UNDRAFTED, EMPTY_ARCHIVE, NOW).draft).toBe(false)
  })
})

describe('planBackfillArchive', () => {
  it('reads all weeks of a season that is not stored, including week 0', () => {
    const { draft, weeks } = planBackfillArchive(FINISHED, EMPTY_ARCHIVE, false)
    expect([draft, weeks.map(({ week }) => week)]).toEqual([
      true,
      Array.from({ length: 18 }, (_, week) => week),
    ])
    expect(weeks.slice(-2)).toEqual([
      { week: 16, period: 16 },
      { week: 17, period: 16 },
    ])
  })

  it('reads only missing weeks, or every week with `all`', () => {
    const stored = archiveUpTo(16)
    expect(planBackfillArchive(FINISHED, stored, false)).toEqual({
      draft: false,
      weeks: [
        { week: 0, period: null },
        { week: 17, period: 16 },
      ],
    })
    expect(planBackfillArchive(FINISHED, stored, true).weeks).toHaveLength(18)
  })

  it('reads nothing before the draft', () => {
    expect(planBackfillArchive(UNDRAFTED, EMPTY_ARCHIVE, true)).toEqual({ draft: false, weeks: [] })
  })
})

/** One lineup per argument, with two starters of whom the given number have scored. */
function lineups(...scoredCounts: number[]) {
  return scoredCounts.map((count) => ({ entries: [0, 1].map((index) => anEntry(index, index < count)) }))
}

function anEntry(slotId: number, hasScored: boolean): LineupEntry {
  return {
    slotId,
    playerId: 1,
    name: 'Rook Calloway',
    position: null,
    nflTeamId: null,
    injuryStatus: null,
    points: hasScored ? ZERO_POINTS : null,
    projectedPoints: null,
    eligibleSlots: [],
  }
}

describe('lineupsRejectionReason', () => {
  it.each([
    ['accepts no lineups if none are stored', lineups(), lineups(), null],
    ['accepts the first lineups of a week', lineups(), lineups(0, 0), null],
    ['rejects no lineups if some are stored', lineups(0, 0), lineups(), 'no_lineups'],
    ['accepts fewer teams before the first game', lineups(0, 0, 0), lineups(0, 0), null],
    ['accepts new scores', lineups(1, 0), lineups(1, 1), null],
    ['accepts unchanged scores', lineups(2, 2), lineups(2, 2), null],
    [
      'rejects a missing team after kickoff, even if another team scored more',
      lineups(1, 0),
      lineups(2),
      'fewer_lineups',
    ],
    ['rejects a lost score of a starter', lineups(2, 2), lineups(2, 1), 'fewer_scores'],
    ['rejects lineups without the stored scores', lineups(2, 2), lineups(0, 0), 'fewer_scores'],
  ])('%s', (_, stored, offered, expected) => {
    expect(lineupsRejectionReason(stored, offered)).toBe(expected)
  })

  it('accepts lineups without bench and injured reserve players', () => {
    const nonStarters = [anEntry(BENCH_SLOT, true), anEntry(RESERVE_SLOT, true)]
    expect(lineupsRejectionReason([{ entries: [anEntry(0, true), ...nonStarters] }], lineups(1))).toBeNull()
  })
})

describe('draftRejectionReason', () => {
  const aDraft = (isComplete: boolean, picks: number) => ({
    isComplete,
    picks: Array.from({ length: picks }, () => ({}) as DraftPick),
  })

  it.each([
    ['accepts a draft if none is stored', null, aDraft(false, 0), null],
    ['accepts the completed draft', aDraft(false, 3), aDraft(true, 150), null],
    ['accepts the same draft', aDraft(true, 150), aDraft(true, 150), null],
    ['accepts fewer keepers before the draft', aDraft(false, 3), aDraft(false, 2), null],
    ['rejects the loss of all keepers', aDraft(false, 3), aDraft(false, 0), 'fewer_picks'],
    [
      'rejects an incomplete draft if a complete one is stored',
      aDraft(true, 150),
      aDraft(false, 150),
      'draft_not_over',
    ],
    ['rejects a complete draft with missing picks', aDraft(true, 150), aDraft(true, 149), 'fewer_picks'],
  ])('%s', (_, stored, offered, expected) => {
    expect(draftRejectionReason(stored, offered)).toBe(expected)
  })
})

describe('transactionsRejectionReason', () => {
  const transactions = (done: number, pending: number) => [
    ...Array.from({ length: done }, (_, index) => ({ status: index % 2 ? 'failed' : 'done' }) as const),
    ...Array.from({ length: pending }, () => ({ status: 'pending' }) as const),
  ]

  it.each([
    ['accepts no transactions if none are stored', transactions(0, 0), transactions(0, 0), null],
    ['accepts more decided transactions', transactions(3, 1), transactions(4, 0), null],
    ['accepts a withdrawn claim', transactions(3, 2), transactions(3, 1), null],
    ['rejects a missing decided transaction', transactions(3, 0), transactions(2, 5), 'fewer_transactions'],
    [
      'rejects no transactions if some are stored',
      transactions(3, 0),
      transactions(0, 0),
      'fewer_transactions',
    ],
  ])('%s', (_, stored, offered, expected) => {
    expect(transactionsRejectionReason(stored, offered)).toBe(expected)
  })
})

it.each([
  ['a skipped pick', 4, [1, 1, 1, 2, 2], [1, 2, 4, 5, 8], [1, 2, 4, 1, 4]],
  ['a skipped pick at the end of a round', 4, [1, 1, 2, 2], [1, 3, 5, 7], [1, 3, 1, 3]],
  ['an unknown number of teams', null, [1, 1, 1, 2, 2], [1, 2, 4, 5, 8], [1, 2, 4, 1, 4]],
  ['rounds of different length', 2, [1, 1, 2, 2, 2, 3], [1, 2, 3, 4, 5, 6], [1, 2, 1, 2, 3, 1]],
  ['numbers out of order', 2, [2, 2, 1], [1, 2, 3], [1, 2, 3]],
])('numbers the picks of a draft with %s within their rounds', (_, teams, rounds, overall, expected) => {
  const picks = overall.map((each, index) => ({ overall: each, round: rounds[index] ?? 0 }))
  expect(picks.map(numbersInRounds(picks, teams))).toEqual(expected)
})

it.each([
  ['the lineups of one are missing', [1, 3], [0, 1, 2, 3], [0, 1, 3]],
  ['the transactions of one are missing', [1, 2, 3], [1, 3], [1, 3]],
  ['the provider has no lineups', [], [0, 1, 2], [0, 1, 2]],
  ['the provider has no transactions', [1, 2], [], [1, 2]],
])('knows which weeks are stored if %s', (_, lineups, transactions, expected) => {
  const readAt = (weeks: readonly number[]) => new Map(weeks.map((week) => [week, NOW]))
  expect([...storedWeeks(readAt(lineups), readAt(transactions)).keys()].sort()).toEqual(expected)
})
