import { describe, expect, it } from 'vitest'
import { planBackfillArchive, planRefreshArchive, type StoredArchive } from './archive-plan.ts'
import type { SeasonProgress } from './season.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

/** Fifteen one-week matchup periods and a two-week final. */
const calendar = {
  regularSeasonPeriods: 14,
  playoffTeams: 4,
  periods: Array.from({ length: 16 }, (_, index) => ({
    period: index + 1,
    weeks: index === 15 ? [16, 17] : [index + 1],
  })),
}

const seasonInWeek = (currentWeek: number | null, more: Partial<SeasonProgress> = {}) => ({
  calendar,
  progress: { isDrafted: true, isFinished: false, currentPeriod: null, currentWeek, finalWeek: 17, ...more },
})

const FINISHED = seasonInWeek(17, { isFinished: true })
const UNDRAFTED = seasonInWeek(null, { isDrafted: false })

function archiveUpTo(week: number, more: Partial<StoredArchive> = {}): StoredArchive {
  const weeks = new Map(Array.from({ length: week }, (_, index) => [index + 1, hoursAgo(1)]))
  return { hasDraft: true, weeks, previousProgress: { currentWeek: week, isFinished: false }, ...more }
}

const EMPTY_ARCHIVE: StoredArchive = { hasDraft: false, weeks: new Map(), previousProgress: null }

const plannedWeeks = (season: ReturnType<typeof seasonInWeek>, stored: StoredArchive) =>
  planRefreshArchive(season, stored, NOW).weeks.map(({ week }) => week)

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

  it('reads the previous week once a day, because its scores are corrected', () => {
    const stored = (hours: number) =>
      archiveUpTo(6, { weeks: new Map([1, 2, 3, 4, 5, 6].map((week) => [week, hoursAgo(hours)])) })
    expect(plannedWeeks(seasonInWeek(6), stored(23))).toEqual([6])
    expect(plannedWeeks(seasonInWeek(6), stored(24))).toEqual([5, 6])
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
