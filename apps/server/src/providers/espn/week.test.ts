import { describe, expect, it } from 'vitest'
import { translateWeek } from './archive.ts'
import {
  buildBody,
  buildEntry,
  buildGame,
  buildSettings,
  buildSide,
  buildStatLine,
  REQUESTED,
} from './testing/bodies.ts'

const WEEK_3 = { ...REQUESTED, week: 3 }

function translateEntries(entries: unknown[], fields: Record<string, unknown> = {}) {
  const game = buildGame({ matchupPeriodId: 3, home: buildSide(1, entries), away: buildSide(2, []) })
  return translateWeek(buildBody({ scoringPeriodId: 3, schedule: [game], ...fields }), WEEK_3)
}

function onlyEntry(fields: Record<string, unknown>, player: Record<string, unknown> = {}) {
  return translateEntries([buildEntry(fields, player)]).lineups[0]?.entries[0]
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
    ['when they come first', [actual, projected, ...others]],
    ['when they come last', [...others, projected, actual]],
  ])('come from the stat lines of the requested week and season %s', (_, stats) => {
    expect(onlyEntry({}, { stats })).toMatchObject({ points: 1230, projectedPoints: 987 })
  })

  it('are null, not 0, without a stat line for the week', () => {
    expect(onlyEntry({}, { stats: others })).toMatchObject({ points: null, projectedPoints: null })
    expect(onlyEntry({}, { stats: undefined })).toMatchObject({ points: null, projectedPoints: null })
    expect(onlyEntry({}, { stats: [buildStatLine({ appliedTotal: 0 })] })).toMatchObject({ points: 0 })
  })
})

describe('a player in a lineup', () => {
  it('has the NFL team of the stat line, or of the player, or none', () => {
    const weekLine = buildStatLine({ proTeamId: 14 })
    expect(onlyEntry({}, { proTeamId: 26, stats: [weekLine] })?.nflTeamId).toBe(14)
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
  ])('with position id %s has position %s', (defaultPositionId, position) => {
    expect(onlyEntry({}, { defaultPositionId })?.position).toBe(position)
  })

  it('without details keeps the slot', () => {
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

  it('has the injury status of the player, not of the entry', () => {
    expect(onlyEntry({ injuryStatus: 'NORMAL' }, { injuryStatus: 'OUT' })?.injuryStatus).toBe('OUT')
    expect(onlyEntry({ injuryStatus: 'NORMAL' })?.injuryStatus).toBeNull()
  })
})

describe('a lineup', () => {
  it('is sorted by slot, and its starters add up to its points', () => {
    const buildScoredEntry = (lineupSlotId: number, appliedTotal: number) =>
      buildEntry({ lineupSlotId, playerId: 100 + lineupSlotId }, { stats: [buildStatLine({ appliedTotal })] })
    const { lineups } = translateEntries([
      buildScoredEntry(21, 4),
      buildScoredEntry(20, 8),
      buildScoredEntry(98, 1),
      buildScoredEntry(16, 2),
      buildScoredEntry(0, 16),
    ])
    expect(lineups[0]).toMatchObject({ teamId: 1, points: 1900 })
    expect(lineups[0]?.entries.map((entry) => entry.slotId)).toEqual([0, 16, 98, 20, 21])
  })

  it('lists its empty starting slots', () => {
    const rosterSettings = { lineupSlotCounts: { 0: 1, 2: 2, 17: 0, 20: 5, 21: 1 } }
    const settings = { ...buildSettings(), rosterSettings }
    const { lineups } = translateEntries([buildEntry({ lineupSlotId: 2 })], { settings })
    expect(lineups.map((lineup) => lineup.emptySlots)).toEqual([
      [0, 2],
      [0, 2, 2],
    ])
  })

  it('with scores in thousandths has the rounded sum, which matches the total', () => {
    const entries = [0, 2, 4].map((lineupSlotId) =>
      buildEntry(
        { lineupSlotId, playerId: 100 + lineupSlotId },
        { stats: [buildStatLine({ appliedTotal: 10.124 })] },
      ),
    )
    const game = buildGame({ matchupPeriodId: 3, home: buildSide(1, entries, 30.372), away: undefined })
    const { lineups, findings } = translateWeek(buildBody({ scoringPeriodId: 3, schedule: [game] }), WEEK_3)
    expect(lineups[0]).toMatchObject({ points: 3037, entries: [{ points: 1012 }, {}, {}] })
    expect(findings).toEqual([])
  })

  it("that does not add up to ESPN's total is reported", () => {
    const entry = buildEntry({}, { stats: [buildStatLine({ appliedTotal: 10 })] })
    const game = buildGame({
      matchupPeriodId: 3,
      home: buildSide(1, [entry], 10.5),
      away: buildSide(2, [], 0),
    })
    const { findings } = translateWeek(buildBody({ scoringPeriodId: 3, schedule: [game] }), WEEK_3)
    const detail = 'The starters of team 1 scored 10 in week 3, but ESPN reports 10.5.'
    expect(findings).toEqual([{ code: 'lineup_total', detail, week: 3, gameId: null }])
  })

  it("comes from the week's roster, not from the current roster or the matchup period's roster", () => {
    const home = {
      ...buildSide(1, [buildEntry({ playerId: 5, lineupSlotId: 4 })]),
      rosterForMatchupPeriod: { entries: [buildEntry({ playerId: 6, lineupSlotId: 0 })] },
    }
    const teams = [{ id: 1, roster: { entries: [buildEntry({ playerId: 7 })] } }]
    const schedule = [buildGame({ matchupPeriodId: 3, home, away: undefined })]
    const { lineups } = translateWeek(buildBody({ scoringPeriodId: 3, schedule, teams }), WEEK_3)
    expect(lineups.map((each) => each.entries.map((entry) => entry.playerId))).toEqual([[5]])
  })

  it('is read from the list of teams in a league without matchups', () => {
    const teams = [buildSide(1, [buildEntry({ playerId: 5 })]), buildSide(2, [buildEntry({ playerId: 6 })])]
    const schedule = [{ id: 1, matchupPeriodId: 3, teams }]
    const { lineups, findings } = translateWeek(buildBody({ scoringPeriodId: 3, schedule }), WEEK_3)
    expect(lineups.map(({ teamId, entries }) => [teamId, entries[0]?.playerId])).toEqual([
      [1, 5],
      [2, 6],
    ])
    expect(findings).toEqual([])
  })

  it('in a game of another matchup period is ignored, and each team has only one', () => {
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

  it('in the second week of a matchup is found through the calendar', () => {
    const schedule = [
      buildGame({ matchupPeriodId: 4, home: buildSide(1, [buildEntry()]), away: buildSide(2, []) }),
    ]
    const body = buildBody({ scoringPeriodId: 5, schedule })
    expect(translateWeek(body, { ...REQUESTED, week: 5 }).lineups).toHaveLength(2)
  })
})

describe('translateWeek', () => {
  it('returns no lineups before the draft, even if games contain players', () => {
    expect(
      translateEntries([buildEntry()], { draftDetail: { drafted: false }, scoringPeriodId: 0 }),
    ).toMatchObject({
      lineups: [],
      findings: [],
    })
  })

  it('reports missing lineups after the draft', () => {
    const { lineups, findings } = translateWeek(
      buildBody({ scoringPeriodId: 3, schedule: [buildGame()] }),
      WEEK_3,
    )
    expect(lineups).toEqual([])
    expect(findings).toEqual([
      { code: 'missing_lineups', detail: 'ESPN sent no lineups for week 3.', week: 3, gameId: null },
    ])
  })

  it('rejects a body of another week', () => {
    expect(() => translateEntries([buildEntry()], { scoringPeriodId: 4 })).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it.each([
    ['an invalid player id', buildEntry({ playerId: 'x' })],
    ['a missing slot id', buildEntry({ lineupSlotId: null })],
    ['a score of the wrong type', buildEntry({}, { stats: [buildStatLine({ appliedTotal: '12' })] })],
  ])('rejects %s', (_, entry) => {
    expect(() => translateEntries([entry])).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
  })
})
