import { describe, expect, it } from 'vitest'
import {
  buildBody,
  buildEntry,
  buildGame,
  buildSettings,
  buildSide,
  buildStatLine,
  REQUESTED,
} from './bodies-for-tests.ts'
import { translateWeek } from './week.ts'

const WEEK_3 = { ...REQUESTED, week: 3 }

function buildWeekBody(entries: unknown[], fields: Record<string, unknown> = {}) {
  const game = buildGame({ matchupPeriodId: 3, home: buildSide(1, entries), away: buildSide(2, []) })
  return translateWeek(buildBody({ scoringPeriodId: 3, schedule: [game], ...fields }), WEEK_3)
}

function onlyEntry(fields: Record<string, unknown>, player: Record<string, unknown> = {}) {
  return buildWeekBody([buildEntry(fields, player)]).lineups[0]?.entries[0]
}

describe('the points of a player', () => {
  const actual = buildStatLine({ appliedTotal: 12.3 })
  const projected = buildStatLine({ statSourceId: 1, appliedTotal: 9.87 })
  const others = [
    buildStatLine({ scoringPeriodId: 0, statSplitTypeId: 0, appliedTotal: 201 }),
    buildStatLine({ statSourceId: 1, scoringPeriodId: 0, statSplitTypeId: 2, appliedTotal: 55 }),
    buildStatLine({ statSourceId: 1, scoringPeriodId: 0, statSplitTypeId: 3, appliedTotal: 56 }),
    buildStatLine({ scoringPeriodId: 0, appliedTotal: 77 }),
    buildStatLine({ scoringPeriodId: 2, appliedTotal: 30 }),
    buildStatLine({ seasonId: 2023, appliedTotal: 40 }),
    buildStatLine({ statSplitTypeId: 0, appliedTotal: 50 }),
  ]

  it.each([
    ['in the order of the provider', [actual, projected, ...others]],
    ['after all other lines', [...others, projected, actual]],
  ])('are of the source, the split, the week and the season asked for, %s', (_, stats) => {
    expect(onlyEntry({}, { stats })).toMatchObject({ points: 1230, projectedPoints: 987 })
  })

  it('are null, not 0, without a line of the week', () => {
    expect(onlyEntry({}, { stats: others })).toMatchObject({ points: null, projectedPoints: null })
    expect(onlyEntry({}, { stats: undefined })).toMatchObject({ points: null, projectedPoints: null })
    expect(onlyEntry({}, { stats: [buildStatLine({ appliedTotal: 0 })] })).toMatchObject({ points: 0 })
  })
})

describe('a player', () => {
  it('has the NFL team of the line of the game, else the one of the request, else none', () => {
    const ofWeek = buildStatLine({ proTeamId: 14 })
    expect(onlyEntry({}, { proTeamId: 26, stats: [ofWeek] })?.nflTeamId).toBe(14)
    expect(onlyEntry({}, { proTeamId: 26, stats: [] })?.nflTeamId).toBe(26)
    expect(onlyEntry({}, { proTeamId: 26, stats: [buildStatLine({ proTeamId: 0 })] })?.nflTeamId).toBe(26)
    expect(onlyEntry({}, { proTeamId: 0, stats: [] })?.nflTeamId).toBeNull()
  })

  it.each([
    [1, 'QB'],
    [4, 'TE'],
    [16, 'D/ST'],
    [99, null],
    [undefined, null],
  ])('of position %s is %s', (defaultPositionId, position) => {
    expect(onlyEntry({}, { defaultPositionId })?.position).toBe(position)
  })

  it('whom the provider does not describe keeps the place', () => {
    expect(onlyEntry({ playerId: 31, lineupSlotId: 23, playerPoolEntry: undefined })).toEqual({
      slotId: 23,
      playerId: 31,
      name: 'Player 31',
      position: null,
      nflTeamId: null,
      injuryStatus: null,
      points: null,
      projectedPoints: null,
      eligibleSlots: [],
    })
  })

  it('has the injury of the player, not the one of the entry', () => {
    expect(onlyEntry({ injuryStatus: 'NORMAL' }, { injuryStatus: 'OUT' })?.injuryStatus).toBe('OUT')
    expect(onlyEntry({ injuryStatus: 'NORMAL' })?.injuryStatus).toBeNull()
  })
})

describe('a line-up', () => {
  it('stands in slot order, and its starters make its points', () => {
    const scored = (lineupSlotId: number, appliedTotal: number) =>
      buildEntry({ lineupSlotId, playerId: 100 + lineupSlotId }, { stats: [buildStatLine({ appliedTotal })] })
    const { lineups } = buildWeekBody([
      scored(21, 4),
      scored(20, 8),
      scored(98, 1),
      scored(16, 2),
      scored(0, 16),
    ])
    expect(lineups[0]).toMatchObject({ teamId: 1, points: 1900 })
    expect(lineups[0]?.entries.map((entry) => entry.slotId)).toEqual([0, 16, 98, 20, 21])
  })

  it('says which starting places are empty', () => {
    const rosterSettings = { lineupSlotCounts: { 0: 1, 2: 2, 17: 0, 20: 5, 21: 1 } }
    const settings = { ...buildSettings(), rosterSettings }
    const { lineups } = buildWeekBody([buildEntry({ lineupSlotId: 2 })], { settings })
    expect(lineups.map((lineup) => lineup.emptySlots)).toEqual([
      [0, 2],
      [0, 2, 2],
    ])
  })

  it('that does not add up to what the provider says is reported', () => {
    const entry = buildEntry({}, { stats: [buildStatLine({ appliedTotal: 10 })] })
    const game = buildGame({
      matchupPeriodId: 3,
      home: buildSide(1, [entry], 10.5),
      away: buildSide(2, [], 0),
    })
    const { findings } = translateWeek(buildBody({ scoringPeriodId: 3, schedule: [game] }), WEEK_3)
    const detail = 'The starters of team 1 add up to 10 in week 3, the provider says 10.5.'
    expect(findings).toEqual([{ code: 'lineup_total', detail, week: 3, gameId: null }])
  })

  it('is that of the game, not the roster of now and not that of the whole matchup period', () => {
    const home = {
      ...buildSide(1, [buildEntry({ playerId: 5, lineupSlotId: 4 })]),
      rosterForMatchupPeriod: { entries: [buildEntry({ playerId: 6, lineupSlotId: 0 })] },
    }
    const teams = [{ id: 1, roster: { entries: [buildEntry({ playerId: 7 })] } }]
    const schedule = [buildGame({ matchupPeriodId: 3, home, away: undefined })]
    const { lineups } = translateWeek(buildBody({ scoringPeriodId: 3, schedule, teams }), WEEK_3)
    expect(lineups.map((each) => each.entries.map((entry) => entry.playerId))).toEqual([[5]])
  })

  it('of a game in another matchup period is passed over, and a team has one', () => {
    const schedule = [
      buildGame({
        id: 1,
        matchupPeriodId: 2,
        home: buildSide(1, [buildEntry({ playerId: 5 })]),
        away: undefined,
      }),
      buildGame({
        id: 2,
        matchupPeriodId: 3,
        home: buildSide(1, [buildEntry({ playerId: 6 })]),
        away: undefined,
      }),
      buildGame({
        id: 3,
        matchupPeriodId: 3,
        home: buildSide(1, [buildEntry({ playerId: 7 })]),
        away: undefined,
      }),
    ]
    const { lineups } = translateWeek(buildBody({ scoringPeriodId: 3, schedule }), WEEK_3)
    expect(lineups.map((each) => each.entries.map((entry) => entry.playerId))).toEqual([[6]])
  })

  it('of the second week of a matchup is found by the calendar', () => {
    const schedule = [
      buildGame({ matchupPeriodId: 4, home: buildSide(1, [buildEntry()]), away: buildSide(2, []) }),
    ]
    const body = buildBody({ scoringPeriodId: 5, schedule })
    expect(translateWeek(body, { ...REQUESTED, week: 5 }).lineups).toHaveLength(2)
  })
})

describe('a week', () => {
  it('before the draft has no line-ups, whatever its games hold', () => {
    expect(
      buildWeekBody([buildEntry()], { draftDetail: { drafted: false }, scoringPeriodId: 0 }),
    ).toMatchObject({
      lineups: [],
      findings: [],
    })
  })

  it('without line-ups after the draft says so', () => {
    const { lineups, findings } = translateWeek(
      buildBody({ scoringPeriodId: 3, schedule: [buildGame()] }),
      WEEK_3,
    )
    expect(lineups).toEqual([])
    expect(findings).toEqual([
      { code: 'missing_lineups', detail: 'The provider sent no line-ups of week 3.', week: 3, gameId: null },
    ])
  })

  it('other than the one asked for is refused', () => {
    expect(() => buildWeekBody([buildEntry()], { scoringPeriodId: 4 })).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it.each([
    ['a player without a number', buildEntry({ playerId: 'x' })],
    ['a place that is no number', buildEntry({ lineupSlotId: null })],
    ['a score that is text', buildEntry({}, { stats: [buildStatLine({ appliedTotal: '12' })] })],
  ])('with %s is refused rather than told wrongly', (_, entry) => {
    expect(() => buildWeekBody([entry])).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
  })
})
