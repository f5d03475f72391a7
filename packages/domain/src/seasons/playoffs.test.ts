import { describe, expect, it } from 'vitest'
import type { PastGame } from '../history/owners.ts'
import { aPastGame } from '../history/testing/past-seasons.ts'
import { type BracketSeason, buildBracket, type Pairing, playoffRounds } from './playoffs.ts'

let nextId = 0
const game =
  (bracket: PastGame['bracket']) =>
  (period: number, home: [number, number], away: [number, number], more: Partial<PastGame> = {}) =>
    aPastGame(++nextId, home, away, { period, bracket, ...more })
const winners = game('winners')
const consolation = game('winners consolation')
const losers = game('losers consolation')
const unmarked = game('playoffs')
const open = { result: 'undecided' } as const
const bye = (bracket: PastGame['bracket'], period: number, teamId: number): PastGame => ({
  ...aPastGame(++nextId, [teamId, 100], [0, 0]),
  ...open,
  period,
  bracket,
  away: null,
})

/** A finished season in which the seeds are the team IDs. The playoffs begin in period 15. */
function aSeason(games: PastGame[], more: Partial<BracketSeason<PastGame>> = {}): BracketSeason<PastGame> {
  return {
    teams: [1, 2, 3, 4, 5, 6, 7, 8].map((teamId) => ({ teamId, playoffSeed: teamId })),
    games,
    isFinished: true,
    playoffTeams: 4,
    regularSeasonPeriods: 14,
    periods: [15, 16, 17].map((period) => ({ period, weeks: [period] })),
    ...more,
  }
}

const show = ({ teamIds, winnerId, round }: Pairing) => `${round.name}: ${teamIds.join('–')} → ${winnerId}`

/** The rounds as text: the championship, byes and consolation of each. */
function roundsOf(season: BracketSeason<PastGame>) {
  return buildBracket(season).rounds.map(({ name, periods, championship, byes, consolation: others }) => ({
    round: `${name} ${periods.join(' ')}`,
    games: [...championship, ...others].map(show),
    byes,
  }))
}

describe('buildBracket', () => {
  it('has byes in the first round, and the game for third place before other consolation games', () => {
    const season = aSeason(
      [
        bye('winners', 15, 2),
        winners(15, [3, 90], [6, 80]),
        winners(15, [4, 70], [5, 80]),
        bye('winners', 15, 1),
        losers(15, [7, 90], [8, 91]),
        winners(16, [1, 90], [5, 95]),
        winners(16, [2, 90], [3, 80]),
        consolation(16, [4, 90], [6, 80]),
        winners(17, [2, 98], [5, 99]),
        losers(17, [7, 100], [8, 101]),
        consolation(17, [4, 90], [6, 80]),
        consolation(17, [1, 80], [3, 90]),
      ],
      { playoffTeams: 6 },
    )
    expect(buildBracket(season)).toMatchObject({ status: 'finished', championId: 5 })
    expect(roundsOf(season)).toEqual([
      {
        round: 'Quarterfinal 15',
        games: ['Quarterfinal: 3–6 → 3', 'Quarterfinal: 4–5 → 5', 'Consolation: 7–8 → 8'],
        byes: [1, 2],
      },
      {
        round: 'Semifinal 16',
        games: ['Semifinal: 1–5 → 5', 'Semifinal: 2–3 → 2', 'Consolation: 4–6 → 4'],
        byes: [],
      },
      {
        round: 'Championship 17',
        games: [
          'Championship: 2–5 → 5',
          'Third place: 1–3 → 3',
          'Consolation: 7–8 → 8',
          'Consolation: 4–6 → 4',
        ],
        byes: [],
      },
    ])
  })

  it.each([
    ['reseeded', [6, 2], [12, 9], [12, 6], 12],
    ['fixed', [6, 9], [12, 2], [6, 2], 2],
  ] as const)('follows the pairings of a bracket that is %s', (_, first, second, final, champion) => {
    // The six teams of analytics, 10 "B3", in order of their seeds.
    const teams = [6, 12, 4, 9, 1, 2].map((teamId, index) => ({ teamId, playoffSeed: index + 1 }))
    const scores: Record<number, [number, number, number]> = {
      6: [14_800, 12_150, 9000],
      12: [13_300, 9500, 10_400],
      4: [12_200, 10_400, 9250],
      9: [7250, 8750, 7500],
      1: [6700, 10_900, 9700],
      2: [16_350, 11_700, 9650],
    }
    const play = (week: 0 | 1 | 2, [home, away]: readonly [number, number]) =>
      winners(15 + week, [home, scores[home]?.[week] ?? 0], [away, scores[away]?.[week] ?? 0])
    const games = [play(0, [4, 2]), play(0, [9, 1]), play(1, first), play(1, second), play(2, final)]
    const season = aSeason(games, { teams, playoffTeams: 6 })
    expect(buildBracket(season)).toMatchObject({ status: 'finished', championId: champion })
    expect(roundsOf(season).map(({ round, byes }) => [round, byes])).toEqual([
      ['Quarterfinal 15', [6, 12]],
      ['Semifinal 16', []],
      ['Championship 17', []],
    ])
  })

  it('adds the scores of rounds over two matchup periods', () => {
    // Analytics, 10 "B1": team 9 won the first week, and lost the round.
    const season = aSeason(
      [
        winners(14, [9, 14_328], [6, 13_046]),
        winners(15, [9, 10_384], [6, 15_582]),
        winners(14, [7, 9528], [12, 8116]),
        winners(15, [7, 11_124], [12, 10_210]),
        winners(16, [6, 12_474], [7, 9172]),
        winners(17, [6, 14_108], [7, 15_454]),
        consolation(16, [12, 10_948], [9, 10_330]),
        consolation(17, [12, 9062], [9, 8386]),
      ],
      { regularSeasonPeriods: 13 },
    )
    expect(buildBracket(season).championId).toBe(6)
    expect(roundsOf(season)).toEqual([
      { round: 'Semifinal 14 15', games: ['Semifinal: 9–6 → 6', 'Semifinal: 7–12 → 7'], byes: [] },
      {
        round: 'Championship 16 17',
        games: ['Championship: 6–7 → 6', 'Third place: 12–9 → 12'],
        byes: [],
      },
    ])
  })

  it('does not decide a round whose second week is still open', () => {
    const season = aSeason([winners(15, [1, 100], [2, 90]), winners(16, [1, 0], [2, 0], open)], {
      isFinished: false,
      playoffTeams: 2,
    })
    expect(buildBracket(season)).toMatchObject({ status: 'in_progress', championId: null })
    expect(roundsOf(season)).toEqual([
      { round: 'Championship 15 16', games: ['Championship: 1–2 → null'], byes: [] },
    ])
  })

  it('keeps two consolation games in a row of the same teams apart', () => {
    const games = [
      winners(15, [1, 90], [4, 80]),
      winners(15, [2, 90], [3, 80]),
      losers(15, [5, 90], [6, 80]),
      winners(16, [1, 90], [2, 80]),
      losers(16, [5, 70], [6, 80]),
    ]
    expect(roundsOf(aSeason(games)).map((round) => round.games.at(-1))).toEqual([
      'Consolation: 5–6 → 5',
      'Consolation: 5–6 → 6',
    ])
  })

  it('reads the championship from the seeds if the games are not marked', () => {
    const season = aSeason([
      unmarked(15, [1, 90], [4, 95]),
      unmarked(15, [2, 70], [3, 80]),
      unmarked(15, [5, 90], [6, 80]),
      unmarked(16, [1, 99], [2, 100]),
      unmarked(16, [3, 60], [4, 61]),
    ])
    expect(buildBracket(season).championId).toBe(4)
    expect(roundsOf(season)).toEqual([
      {
        round: 'Semifinal 15',
        games: ['Semifinal: 1–4 → 4', 'Semifinal: 2–3 → 3', 'Consolation: 5–6 → 5'],
        byes: [],
      },
      { round: 'Championship 16', games: ['Championship: 3–4 → 4', 'Third place: 1–2 → 2'], byes: [] },
    ])
  })

  it.each([
    ['the seeds are unknown', { teams: [1, 2, 3, 4].map((teamId) => ({ teamId, playoffSeed: null })) }],
    ['the number of playoff teams is unknown', { playoffTeams: null }],
    ['a team of the bracket plays a team outside of it', { playoffTeams: 3 }],
  ])('is unknown without marked games if %s', (_, more) => {
    const games = [unmarked(15, [1, 90], [4, 95]), unmarked(15, [2, 70], [3, 80])]
    expect(buildBracket(aSeason(games, more))).toEqual({ status: 'unknown', rounds: [], championId: null })
  })

  it('is unknown for a finished season without playoff games', () => {
    expect(buildBracket(aSeason([])).status).toBe('unknown')
  })

  it('is unknown if two games could be the final', () => {
    const games = [winners(15, [1, 90], [2, 80]), winners(15, [3, 90], [4, 80])]
    expect(buildBracket(aSeason(games)).status).toBe('unknown')
  })

  it('lets the team advance that plays on after a tie', () => {
    const games = [
      winners(15, [1, 90], [4, 90]),
      winners(15, [2, 90], [3, 80]),
      winners(16, [4, 90], [2, 80]),
      consolation(16, [1, 90], [3, 80]),
    ]
    expect(roundsOf(aSeason(games)).map((round) => round.games)).toEqual([
      ['Semifinal: 1–4 → 4', 'Semifinal: 2–3 → 2'],
      ['Championship: 4–2 → 4', 'Third place: 1–3 → 1'],
    ])
  })

  it('has no champion after a tied final', () => {
    const bracket = buildBracket(aSeason([winners(17, [1, 90], [2, 90])], { playoffTeams: 2 }))
    expect(bracket).toMatchObject({ status: 'finished', championId: null })
  })

  it('names the rounds to come, with the weeks that the calendar has for them', () => {
    const games = [winners(15, [1, 90], [4, 80]), winners(15, [2, 0], [3, 0], open)]
    const season = aSeason(games, {
      isFinished: false,
      periods: [1, 14, 15, 16].map((period) => ({ period, weeks: [period] })),
    })
    expect(roundsOf(season)).toEqual([
      { round: 'Semifinal 15', games: ['Semifinal: 1–4 → 1', 'Semifinal: 2–3 → null'], byes: [] },
      { round: 'Championship 16', games: [], byes: [] },
    ])
  })

  it('has no byes for teams whose game of a later round is not set yet', () => {
    const first = [winners(15, [1, 90], [8, 80]), winners(15, [4, 90], [5, 80])]
    const others = [winners(15, [2, 0], [7, 0], open), winners(15, [3, 0], [6, 0], open)]
    const set = winners(16, [1, 0], [4, 0], open)
    const season = aSeason([...first, ...others, set], { isFinished: false, playoffTeams: 8 })
    expect(roundsOf(season)[1]).toEqual({
      round: 'Semifinal 16',
      games: ['Semifinal: 1–4 → null'],
      byes: [],
    })
  })

  it('has rounds without games before the playoffs', () => {
    const season = aSeason([], { isFinished: false, playoffTeams: 6 })
    expect(buildBracket(season).status).toBe('before')
    expect(roundsOf(season).map(({ round }) => round)).toEqual([
      'Quarterfinal 15',
      'Semifinal 16',
      'Championship 17',
    ])
    expect(buildBracket({ ...season, playoffTeams: null }).rounds).toEqual([])
  })

  it('gives the periods that are left over to the last round', () => {
    const periods = [15, 16, 17].map((period) => ({ period, weeks: [period] }))
    const season = aSeason([], { isFinished: false, playoffTeams: 4, periods })
    expect(roundsOf(season).map(({ round }) => round)).toEqual(['Semifinal 15', 'Championship 16 17'])
  })

  it('numbers the rounds before the quarterfinals', () => {
    const season = aSeason([], {
      isFinished: false,
      playoffTeams: 12,
      periods: [15, 16, 17, 18].map((period) => ({ period, weeks: [period] })),
    })
    expect(buildBracket(season).rounds.map(({ name }) => name)).toEqual([
      'Round 1',
      'Quarterfinal',
      'Semifinal',
      'Championship',
    ])
  })
})

it('maps each playoff game to its round', () => {
  const semifinal = winners(15, [1, 90], [4, 80])
  const other = winners(15, [2, 90], [3, 80])
  const final = winners(16, [1, 90], [2, 80])
  const third = consolation(16, [4, 90], [3, 80])
  const rounds = playoffRounds(buildBracket(aSeason([semifinal, other, final, third])))
  expect([semifinal, other, final, third].map(({ gameId }) => rounds.get(gameId))).toEqual([
    { name: 'Semifinal', bracket: 'championship' },
    { name: 'Semifinal', bracket: 'championship' },
    { name: 'Championship', bracket: 'championship' },
    { name: 'Third place', bracket: 'third_place' },
  ])
})
