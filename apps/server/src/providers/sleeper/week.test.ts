import { bestLineup, slotOf } from '@fieldhouse/domain/rosters/lineup'
import { describe, expect, it } from 'vitest'
import { translateWeek, type WeekContext } from './archive.ts'
import { readLeague, readMatchups, readPlayers } from './bodies.ts'
import { describePlayer, eligibleSlotsOf, slotIdOf } from './players.ts'
import { LEAGUE_ID, leagueBody, rowBody } from './testing/bodies.ts'

const PLAYERS = {
  '4046': {
    full_name: 'Pat Passer',
    position: 'QB',
    fantasy_positions: ['QB'],
    team: 'KC',
    espn_id: 3_139_477,
  },
  '5001': { first_name: 'Rico', last_name: 'Runner', position: 'RB', fantasy_positions: ['RB'], team: 'SEA' },
  '5002': {
    full_name: 'Wes Wideout',
    position: 'WR',
    fantasy_positions: ['WR'],
    team: null,
    injury_status: 'IR',
  },
  '5003': {
    full_name: 'Ben Bencher',
    position: 'TE',
    fantasy_positions: ['TE'],
    team: 'LV',
    injury_status: 'Questionable',
  },
  DET: {
    first_name: 'Detroit',
    last_name: 'Lions',
    position: 'DEF',
    fantasy_positions: ['DEF'],
    team: 'DET',
  },
}

function players(list: unknown = PLAYERS) {
  return new Map(
    [...readPlayers(list)].flatMap(([id, entry]) => {
      const player = describePlayer(entry)
      return player === null ? [] : [[id, player] as const]
    }),
  )
}

function translate(
  row: Record<string, unknown>,
  changes: Partial<WeekContext> & { positions?: string[] } = {},
) {
  const { positions, ...context } = changes
  return translateWeek(readMatchups([{ ...rowBody(1, 1, 0), ...row }]), {
    leagueId: LEAGUE_ID,
    week: 3,
    league: readLeague(leagueBody(positions === undefined ? {} : { roster_positions: positions })),
    players: players(),
    isScored: true,
    reserve: null,
    ...context,
  })
}

const ROW = {
  points: 45.3,
  starters: ['4046', '5001', '0', 'DET'],
  starters_points: [31.74, 10.56, 0, 3],
  players: ['4046', '5001', '5002', '5003', 'DET'],
  players_points: { '4046': 31.74, '5001': 10.56, '5002': 0, '5003': 12.5, DET: 3 },
}

describe('the lineups of a week', () => {
  it('have starters in their slots, empty slots, and everyone else on the bench', () => {
    const { lineups, findings, ...week } = translate(ROW)
    expect(week).toEqual({ providerLeagueId: LEAGUE_ID, season: 2025, week: 3 })
    expect(findings).toEqual([])
    const [lineup] = lineups
    expect(
      lineup?.entries.map(({ slotId, playerId, name, points }) => [slotId, playerId, name, points]),
    ).toEqual([
      [0, 1_000_004_046, 'Pat Passer', 3174],
      [2, 1_000_005_001, 'Rico Runner', 1056],
      [16, -16_008, 'Detroit Lions', 300],
      [20, 1_000_005_002, 'Wes Wideout', 0],
      [20, 1_000_005_003, 'Ben Bencher', 1250],
    ])
    expect(lineup).toMatchObject({ teamId: 1, emptySlots: [23], points: 4530, projectedPoints: null })
  })

  it('of past seasons have no NFL teams and injuries of today, except for defenses', () => {
    const [lineup] = translate(ROW).lineups
    expect(lineup?.entries.map(({ nflTeamId, injuryStatus }) => [nflTeamId, injuryStatus])).toEqual([
      [null, null],
      [null, null],
      [8, null],
      [null, null],
      [null, null],
    ])
  })

  it('of the current week have NFL teams, injuries and injured reserve', () => {
    const [lineup] = translate(ROW, { reserve: new Map([[1, new Set(['5002'])]]) }).lineups
    expect(
      lineup?.entries.map(({ slotId, nflTeamId, injuryStatus }) => [slotId, nflTeamId, injuryStatus]),
    ).toEqual([
      [0, 12, null],
      [2, 26, null],
      [16, 8, null],
      [20, 13, 'QUESTIONABLE'],
      [21, null, 'INJURY_RESERVE'],
    ])
  })

  it('have no points before anybody has scored, and for players with 0 until the week is scored', () => {
    const zeros = { ...ROW, points: 0, starters_points: [0, 0, 0, 0], players_points: { '4046': 0 } }
    expect(translate(zeros).lineups[0]?.entries.every(({ points }) => points === null)).toBe(true)
    const live = translate(ROW, { isScored: false }).lineups[0]
    expect(live?.entries.find(({ playerId }) => playerId === 1_000_005_002)?.points).toBeNull()
    expect(live?.points).toBe(4530)
  })

  it('without starters are empty lineups, and without players nobody is left out', () => {
    const [none] = translate({
      points: 12.5,
      starters: null,
      players: ['5003'],
      players_points: { '5003': 12.5 },
    }).lineups
    expect(none).toMatchObject({ emptySlots: [0, 2, 23, 16], points: 0 })
    expect(none?.entries.map(({ slotId }) => slotId)).toEqual([20])
    const [reduced] = translate({ ...ROW, players: undefined, starters_points: undefined }).lineups
    expect(reduced?.entries).toHaveLength(5)
    expect(reduced?.points).toBe(4530)
  })

  it('keep players that the list of players does not have', () => {
    const [lineup] = translate(
      { ...ROW, starters: ['777', '5001', '5002', 'OAK'] },
      { players: players({}) },
    ).lineups
    expect(
      lineup?.entries.slice(0, 4).map(({ name, position, playerId }) => [name, position, playerId]),
    ).toEqual([
      ['Player 1000000777', null, 1_000_000_777],
      ['Player 1000005001', null, 1_000_005_001],
      ['Player 1000005002', null, 1_000_005_002],
      ['Player -16013', 'D/ST', -16_013],
    ])
  })

  it('that are missing are reported, and totals that the starters do not explain', () => {
    expect(translate({ starters: null, players: null, players_points: null }).findings).toEqual([
      expect.objectContaining({ code: 'missing_lineups', week: 3 }),
    ])
    expect(translate({ ...ROW, points: 50 }).findings).toEqual([
      expect.objectContaining({ code: 'lineup_total' }),
    ])
  })

  it('of a best-ball league leave no points on the bench', () => {
    const [lineup] = translate({
      points: 54.8,
      starters: ['4046', '5001', '5003', 'DET'],
      starters_points: [31.74, 10.56, 9.5, 3],
      players: ['4046', '5001', '5002', '5003', 'DET'],
      players_points: { '4046': 31.74, '5001': 10.56, '5002': 4.1, '5003': 9.5, DET: 3 },
    }).lineups
    expect(bestLineup(lineup ?? { entries: [], emptySlots: [] })?.points).toBe(lineup?.points)
  })
})

describe('slots', () => {
  it.each([
    ['QB', 0, 'QB'],
    ['FLEX', 23, 'FLEX'],
    ['SUPER_FLEX', 7, 'OP'],
    ['REC_FLEX', 5, 'WR/TE'],
    ['WRRB_FLEX', 3, 'RB/WR'],
    ['DL', 11, 'DL'],
    ['LB', 10, 'LB'],
    ['DB', 14, 'DB'],
    ['IDP_FLEX', 15, 'DP'],
    ['DEF', 16, 'D/ST'],
    ['K', 17, 'K'],
    ['BN', 20, 'Bench'],
    ['TAXI', 20, 'Bench'],
    ['IR', 21, 'IR'],
  ])('%s have the ID %d and the name %s', (slot, slotId, name) => {
    expect(slotOf(slotIdOf(slot))).toMatchObject({ slotId, name })
  })

  it('that are unknown start and keep their names', () => {
    expect(slotOf(slotIdOf('PUNTER'))).toMatchObject({ name: 'PUNTER', isStarter: true })
    const [lineup] = translate(ROW, { positions: ['QB', 'RUSH_FLEX', 'FLEX', 'DEF', 'BN'] }).lineups
    expect(lineup?.entries.map(({ slotId }) => slotOf(slotId).name)).toContain('RUSH_FLEX')
    expect(lineup?.points).toBe(4530)
  })

  it.each([
    [['DE'], ['DL', 'IDP_FLEX']],
    [['CB'], ['DB', 'IDP_FLEX']],
    [
      ['S', 'LB'],
      ['DB', 'LB', 'IDP_FLEX'],
    ],
    [['FB'], ['RB', 'WRRB_FLEX', 'FLEX', 'SUPER_FLEX']],
    [['TE'], ['TE', 'REC_FLEX', 'FLEX', 'SUPER_FLEX']],
    [['QB'], ['QB', 'SUPER_FLEX']],
  ])('for the positions %j include %j, the bench and injured reserve', (positions, slots) => {
    expect(eligibleSlotsOf(positions).sort()).toEqual([...slots, 'BN', 'IR'].map(slotIdOf).sort())
  })
})

it('reads a list of players in which some entries are broken', () => {
  const read = readPlayers({ 1: { full_name: 'One' }, 2: 'x', 3: { full_name: 5, espn_id: 'abc' }, 4: null })
  expect([...read.keys()]).toEqual(['1', '3'])
  expect(describePlayer(read.get('3') as never)).toBeNull()
  expect(players().get('4046')?.espnId).toBe(3_139_477)
  expect(() => readPlayers([])).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
})
