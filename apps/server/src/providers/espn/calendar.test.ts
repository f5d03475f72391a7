import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'
import { buildBody, buildGame, buildSettings, buildTeam, REQUESTED } from './testing/bodies.ts'

function seasonWith(fields: Record<string, unknown>) {
  return translateSeason([buildBody(fields)], REQUESTED)
}

describe('the calendar of a season', () => {
  it('lists every matchup period in order, with ascending weeks', () => {
    const settings = buildSettings({ matchupPeriods: { 13: [13, 14], 14: [16, 15], 2: [2], 1: [1] } })
    expect(seasonWith({ settings }).calendar).toEqual({
      regularSeasonPeriods: 3,
      periods: [
        { period: 1, weeks: [1] },
        { period: 2, weeks: [2] },
        { period: 13, weeks: [13, 14] },
        { period: 14, weeks: [15, 16] },
      ],
      playoffTeams: 2,
    })
  })

  it('comes from the schedule when the settings are missing, and the season reports a finding', () => {
    const schedule = [
      buildGame({ id: 2, matchupPeriodId: 2 }),
      buildGame({ id: 1, home: { teamId: 1, pointsByScoringPeriod: { 2: 1, 1: 3 } } }),
    ]
    const season = seasonWith({ settings: undefined, schedule })
    expect(season.calendar).toEqual({
      regularSeasonPeriods: null,
      periods: [
        { period: 1, weeks: [1, 2] },
        { period: 2, weeks: [] },
      ],
      playoffTeams: null,
    })
    expect(season.findings.map((finding) => finding.code)).toEqual(['missing_settings'])
  })

  it.each([
    [2, [[1], [2]]],
    [3, [[], []]],
  ])('has one-week periods without weekly scores only if they end in the final week %d', (final, weeks) => {
    const side = (teamId: number) => ({ teamId, totalPoints: 90, pointsByScoringPeriod: undefined })
    const schedule = [1, 2].map((id) => buildGame({ id, matchupPeriodId: id, home: side(1), away: side(2) }))
    const season = seasonWith({ settings: undefined, schedule, status: { finalScoringPeriod: final } })
    expect(season.calendar.periods.map((each) => each.weeks)).toEqual(weeks)
  })

  it('is unknown without settings and schedule, as is the current period', () => {
    const season = seasonWith({ settings: { name: 'Harbor League' }, schedule: undefined })
    expect(season.progress).toMatchObject({ currentPeriod: null, currentWeek: 3, finalWeek: 5 })
    expect(season.findings.map((finding) => finding.code)).toEqual(['missing_settings', 'missing_schedule'])
  })

  it('is ignored completely when a part of it has the wrong type', () => {
    const season = seasonWith({ settings: buildSettings({ matchupPeriods: { 1: ['one'] } }) })
    expect(season.findings.map((finding) => finding.code)).toEqual(['missing_settings'])
  })
})

describe('the progress of a season', () => {
  it.each([
    ['mid-season', [3, 3, 5], { currentPeriod: 3, currentWeek: 3, finalWeek: 5, isFinished: false }],
    [
      'during a two-week round',
      [4, 5, 5],
      { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false },
    ],
    ['past the last week', [4, 7, 5], { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: true }],
    [
      'with a period past the last one',
      [9, 5, 5],
      { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false },
    ],
    [
      'without a current period',
      [0, 5, 5],
      { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false },
    ],
    [
      'without a final week',
      [3, 3, 0],
      { currentPeriod: 3, currentWeek: 3, finalWeek: 5, isFinished: false },
    ],
  ])('is read from the status and clamped %s', (_, [period, latest, final], progress) => {
    const status = { currentMatchupPeriod: period, latestScoringPeriod: latest, finalScoringPeriod: final }
    expect(seasonWith({ status }).progress).toEqual({ isDrafted: true, ...progress })
  })

  it('has no current week before the draft', () => {
    const season = seasonWith({
      status: { currentMatchupPeriod: 1, latestScoringPeriod: 0, finalScoringPeriod: 5 },
      draftDetail: { drafted: false },
      schedule: [buildGame({ winner: 'UNDECIDED', home: { teamId: 1, totalPoints: 0 } })],
    })
    expect(season.progress).toEqual({
      isDrafted: false,
      isFinished: false,
      currentPeriod: 1,
      currentWeek: null,
      finalWeek: 5,
    })
    expect(season.games).toHaveLength(1)
  })

  it('is finished when a history body has final ranks, although its period and final week are 0', () => {
    const season = seasonWith({
      status: { currentMatchupPeriod: 0, latestScoringPeriod: 18, finalScoringPeriod: 0 },
      teams: [buildTeam({ rankCalculatedFinal: 1 }), buildTeam({ id: 2, rankCalculatedFinal: 2 })],
      schedule: [buildGame({ matchupPeriodId: 3 })],
      settings: buildSettings({ matchupPeriods: { 1: [1], 2: [2], 3: [3, 4], 4: [5] } }),
    })
    expect(season.progress).toEqual({
      isDrafted: true,
      isFinished: true,
      currentPeriod: 3,
      currentWeek: 4,
      finalWeek: 4,
    })
  })

  it('counts as drafted when the body has a current week but no draft details', () => {
    expect(seasonWith({ draftDetail: undefined }).progress.isDrafted).toBe(true)
    expect(seasonWith({ draftDetail: undefined, status: undefined }).progress).toMatchObject({
      isDrafted: false,
      currentWeek: null,
    })
  })

  it('does not use the requested week as the current week', () => {
    expect(seasonWith({ scoringPeriodId: 1 }).progress.currentWeek).toBe(3)
  })
})
