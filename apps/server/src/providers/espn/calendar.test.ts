import { describe, expect, it } from 'vitest'
import { buildBody, buildGame, buildSettings, buildTeam, REQUESTED } from './bodies-for-tests.ts'
import { translateSeason } from './translate.ts'

function seasonWith(fields: Record<string, unknown>) {
  return translateSeason([buildBody(fields)], REQUESTED)
}

describe('the calendar', () => {
  it('has every matchup period in order, its weeks ascending', () => {
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

  it('is read off the schedule when the settings are missing, and the season says so', () => {
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

  it('is unknown, and so is the period, without settings and schedule', () => {
    const season = seasonWith({ settings: { name: 'Harbour League' }, schedule: undefined })
    expect(season.progress).toMatchObject({ currentPeriod: null, currentWeek: 3, finalWeek: 5 })
    expect(season.findings.map((finding) => finding.code)).toEqual(['missing_settings', 'missing_schedule'])
  })

  it('falls back as a whole when a part of it has another type', () => {
    const season = seasonWith({ settings: buildSettings({ matchupPeriods: { 1: ['one'] } }) })
    expect(season.findings.map((finding) => finding.code)).toEqual(['missing_settings'])
  })
})

describe('how far the season is', () => {
  it.each([
    ['in the middle', [3, 3, 5], { currentPeriod: 3, currentWeek: 3, finalWeek: 5, isFinished: false }],
    ['in a two-week round', [4, 5, 5], { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false }],
    ['past its end', [4, 7, 5], { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: true }],
    [
      'past its end by period',
      [9, 5, 5],
      { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false },
    ],
    [
      'without a current period',
      [0, 5, 5],
      { currentPeriod: 4, currentWeek: 5, finalWeek: 5, isFinished: false },
    ],
    ['without a last week', [3, 3, 0], { currentPeriod: 3, currentWeek: 3, finalWeek: 5, isFinished: false }],
  ])('is told and clamped: %s', (_, [period, latest, final], progress) => {
    const status = { currentMatchupPeriod: period, latestScoringPeriod: latest, finalScoringPeriod: final }
    expect(seasonWith({ status }).progress).toEqual({ isDrafted: true, ...progress })
  })

  it('is before the draft with neither week nor playoff games', () => {
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

  it('is over by the final ranks in a history body that says period 0 and last week 0', () => {
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

  it('takes a season with scores for drafted when the body does not say', () => {
    expect(seasonWith({ draftDetail: undefined }).progress.isDrafted).toBe(true)
    expect(seasonWith({ draftDetail: undefined, status: undefined }).progress).toMatchObject({
      isDrafted: false,
      currentWeek: null,
    })
  })

  it('does not take the week that a request asked for as now', () => {
    expect(seasonWith({ scoringPeriodId: 1 }).progress.currentWeek).toBe(3)
  })
})
