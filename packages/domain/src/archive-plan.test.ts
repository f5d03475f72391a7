import { describe, expect, it } from 'vitest'
import { planBackfillArchive, planRefreshArchive, type StoredArchive } from './archive-plan.ts'
import type { SeasonProgress } from './season.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

/** Sixteen periods of a week, and a final of two. */
const calendar = {
  regularSeasonPeriods: 14,
  playoffTeams: 4,
  periods: Array.from({ length: 16 }, (_, index) => ({
    period: index + 1,
    weeks: index === 15 ? [16, 17] : [index + 1],
  })),
}

const inWeek = (currentWeek: number | null, more: Partial<SeasonProgress> = {}) => ({
  calendar,
  progress: { isDrafted: true, isFinished: false, currentPeriod: null, currentWeek, finalWeek: 17, ...more },
})

const FINISHED = inWeek(17, { isFinished: true })
const UNDRAFTED = inWeek(null, { isDrafted: false })

function storedUpTo(week: number, more: Partial<StoredArchive> = {}): StoredArchive {
  const weeks = new Map(Array.from({ length: week }, (_, index) => [index + 1, hoursAgo(1)]))
  return { hasDraft: true, weeks, previousProgress: { currentWeek: week, isFinished: false }, ...more }
}

const NOTHING: StoredArchive = { hasDraft: false, weeks: new Map(), previousProgress: null }

const weeksOf = (season: ReturnType<typeof inWeek>, stored: StoredArchive) =>
  planRefreshArchive(season, stored, NOW).weeks.map(({ week }) => week)

describe('a refresh', () => {
  it('reads the current week, with its matchup period', () => {
    expect(planRefreshArchive(inWeek(5), storedUpTo(5), NOW)).toEqual({
      draft: false,
      weeks: [{ week: 5, period: 5 }],
    })
  })

  it.each([
    ['nothing before the draft', UNDRAFTED, NOTHING, []],
    ['the whole matchup period', inWeek(17), storedUpTo(17), [16, 17]],
    ['no week that is still to come', inWeek(16), storedUpTo(16), [16]],
    ['the week that has ended since, once more', inWeek(6), storedUpTo(5), [5, 6]],
    ['every week that has ended since', inWeek(8), storedUpTo(5), [5, 6, 7, 8]],
    ['the last three that are missing', inWeek(9), NOTHING, [7, 8, 9]],
    ['the final weeks when the season has ended', FINISHED, storedUpTo(17), [17]],
    [
      'nothing of a season that was over already',
      FINISHED,
      storedUpTo(17, { previousProgress: { currentWeek: 17, isFinished: true } }),
      [],
    ],
    [
      'what is missing of a season that was over already',
      FINISHED,
      storedUpTo(15, { previousProgress: { currentWeek: 17, isFinished: true } }),
      [16, 17],
    ],
  ])('reads %s', (_, season, stored, weeks) => {
    expect(weeksOf(season, stored)).toEqual(weeks)
  })

  it('reads the week before once a day, because its scores are mended', () => {
    const stored = (hours: number) =>
      storedUpTo(6, { weeks: new Map([1, 2, 3, 4, 5, 6].map((week) => [week, hoursAgo(hours)])) })
    expect(weeksOf(inWeek(6), stored(23))).toEqual([6])
    expect(weeksOf(inWeek(6), stored(24))).toEqual([5, 6])
  })

  it('reads a draft that is not stored', () => {
    expect(planRefreshArchive(inWeek(5), storedUpTo(5, { hasDraft: false }), NOW).draft).toBe(true)
    expect(planRefreshArchive(UNDRAFTED, NOTHING, NOW).draft).toBe(false)
  })
})

describe('a backfill', () => {
  it('reads everything of a season that is not stored, the time before the first week too', () => {
    const { draft, weeks } = planBackfillArchive(FINISHED, NOTHING, false)
    expect([draft, weeks.map(({ week }) => week)]).toEqual([
      true,
      Array.from({ length: 18 }, (_, week) => week),
    ])
    expect(weeks.slice(-2)).toEqual([
      { week: 16, period: 16 },
      { week: 17, period: 16 },
    ])
  })

  it('reads only what is missing, or all of it again', () => {
    const stored = storedUpTo(16)
    expect(planBackfillArchive(FINISHED, stored, false)).toEqual({
      draft: false,
      weeks: [
        { week: 0, period: null },
        { week: 17, period: 16 },
      ],
    })
    expect(planBackfillArchive(FINISHED, stored, true).weeks).toHaveLength(18)
  })

  it('reads nothing of a season before its draft', () => {
    expect(planBackfillArchive(UNDRAFTED, NOTHING, true)).toEqual({ draft: false, weeks: [] })
  })
})
