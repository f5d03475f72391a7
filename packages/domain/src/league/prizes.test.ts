import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMoney, type Cents, centsFromDollars, moneyToDecimalString } from '../money.ts'
import { pointsFromDecimal } from '../points.ts'
import type { PlayoffGame } from '../seasons/playoffs.ts'
import type { Bracket, GameResult, TeamRecord } from '../seasons/season.ts'
import {
  matchPayouts,
  type Prize,
  type PrizeSeason,
  type PrizeTeam,
  plannedAmount,
  prizeAwards,
  splitPrize,
} from './dues.ts'

const points = pointsFromDecimal

type TeamRow = [teamId: number, record: string, pointsFor: number, seed?: number, finalRank?: number]

const toRecord = (text: string): TeamRecord => {
  const [wins = 0, losses = 0, ties = 0] = text.split('-').map(Number)
  return { wins, losses, ties }
}

const aTeam = ([teamId, record, pointsFor, seed, finalRank]: TeamRow): PrizeTeam => ({
  teamId,
  name: `Team ${teamId}`,
  record: toRecord(record),
  pointsFor: points(pointsFor),
  playoffSeed: seed ?? null,
  finalRank: finalRank ?? null,
})

type GameRow = [
  period: number,
  home: number,
  homeScore: number,
  away: number | null,
  awayScore: number,
  more?: { result?: GameResult; bracket?: Bracket },
]

const aGame = ([period, home, homeScore, away, awayScore, more]: GameRow, index: number): PlayoffGame => ({
  gameId: index + 1,
  period,
  bracket: more?.bracket ?? 'regular',
  result: more?.result ?? (homeScore > awayScore ? 'home' : homeScore < awayScore ? 'away' : 'tie'),
  home: { teamId: home, points: points(homeScore) },
  away: away === null ? null : { teamId: away, points: points(awayScore) },
})

const weeklyScore = (teamId: number, week: number, score: number) => ({ teamId, week, points: points(score) })

const REGULAR: GameRow[] = [
  [1, 1, 100, 2, 90],
  [1, 3, 120, 4, 80],
  [2, 1, 95, 3, 85],
  [2, 2, 95, 4, 70],
]
const FINAL: GameRow[] = [[3, 1, 140, 3, 130, { bracket: 'winners' }]]

/** Four teams that play two weeks and a final over the weeks 3 and 4. */
const aSeason = (games: GameRow[], more: Partial<PrizeSeason> = {}): PrizeSeason => ({
  format: 'points',
  isFinished: false,
  teams: (
    [
      [1, '2-0', 195, 1],
      [2, '1-1', 185, 3],
      [3, '1-1', 205, 2],
      [4, '0-2', 150, 4],
    ] as TeamRow[]
  ).map(aTeam),
  games: games.map(aGame),
  periods: [
    { period: 1, weeks: [1] },
    { period: 2, weeks: [2] },
    { period: 3, weeks: [3, 4] },
  ],
  regularSeasonPeriods: 2,
  finalWeek: 4,
  weeklyScores: [],
  ...more,
})

const aPrize = (kind: Prize['kind'], dollars: number, more: Partial<Prize> = {}): Prize => ({
  kind,
  amount: centsFromDollars(dollars),
  includesPlayoffs: false,
  winnerId: null,
  ...more,
})

/** `5.00 to 1, 5.00 to 2`, the state of what is not decided, or `week: …` for each week. */
function summarize(prize: Prize, season: PrizeSeason): string[] {
  return prizeAwards(prize, season).map(({ week, state, winners }) => {
    const shares = winners.map(({ teamId, share }) => `${moneyToDecimalString(share)} to ${teamId}`)
    return `${week === null ? '' : `${week}: `}${state === 'decided' ? shares.join(', ') : state}`
  })
}

describe('splitPrize', () => {
  it('gives the cents that are left over to the first ones', () => {
    expect(splitPrize(centsFromDollars(100), 3)).toEqual([3334n, 3333n, 3333n])
    expect(splitPrize(centsFromDollars(0.05), 3)).toEqual([2n, 2n, 1n])
    expect(splitPrize(centsFromDollars(100), 0)).toEqual([])
  })

  it('makes parts that add up to the prize and differ by at most a cent', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999n), fc.integer({ min: 1, max: 40 }), (amount, count) => {
        const parts = splitPrize(amount as Cents, count)
        expect(addMoney(parts)).toBe(amount)
        expect(parts).toHaveLength(count)
        expect((parts[0] ?? 0n) - (parts.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
        expect(parts).toEqual(parts.toSorted((a, b) => Number(b - a)))
      }),
    )
  })
})

describe('a weekly high score', () => {
  const weekly = aPrize('weekly_high', 10)

  it('is decided week by week once all games of the week are decided', () => {
    expect(summarize(weekly, aSeason([]))).toEqual(['1: undecided', '2: undecided'])
    const open = REGULAR.map(
      (row, index): GameRow =>
        index === 3 ? [row[0], row[1], row[2], row[3], row[4], { result: 'undecided' }] : row,
    )
    expect(summarize(weekly, aSeason(open))).toEqual(['1: 10.00 to 3', '2: undecided'])
  })

  it('is shared by the teams with the same score, and an odd cent goes to the better seed', () => {
    expect(summarize(weekly, aSeason(REGULAR))).toEqual(['1: 10.00 to 3', '2: 5.00 to 1, 5.00 to 2'])
    const odd = aPrize('weekly_high', 0.05)
    expect(summarize(odd, aSeason(REGULAR))[1]).toBe('2: 0.03 to 1, 0.02 to 2')
    const reversed = aSeason(REGULAR, {
      teams: (
        [
          [1, '2-0', 195, 2],
          [2, '1-1', 185, 1],
        ] as TeamRow[]
      ).map(aTeam),
    })
    expect(summarize(odd, reversed)[1]).toBe('2: 0.03 to 2, 0.02 to 1')
  })

  it('gives an odd cent by the record before there are seeds, and by the ID to equal teams', () => {
    const odd = aPrize('weekly_high', 0.05)
    const withTeams = (...rows: TeamRow[]) => summarize(odd, aSeason(REGULAR, { teams: rows.map(aTeam) }))[1]
    expect(withTeams([1, '0-2', 300], [2, '1-1', 185])).toBe('2: 0.03 to 2, 0.02 to 1')
    expect(withTeams([1, '1-1', 180], [2, '1-1', 185])).toBe('2: 0.03 to 2, 0.02 to 1')
    expect(withTeams()).toBe('2: 0.03 to 1, 0.02 to 2')
  })

  it('tells the score that won', () => {
    expect(prizeAwards(weekly, aSeason(REGULAR))[0]?.winners).toEqual([
      { teamId: 3, share: centsFromDollars(10), points: points(120), week: 1 },
    ])
  })

  it('changes hands with a corrected score', () => {
    const corrected = REGULAR.map((row, index): GameRow => (index === 0 ? [1, 1, 120.5, 2, 90] : row))
    expect(summarize(weekly, aSeason(corrected))[0]).toBe('1: 10.00 to 1')
  })

  it('is not won on bye', () => {
    const games: GameRow[] = [
      [1, 1, 100, 2, 90],
      [1, 3, 500, null, 0],
    ]
    expect(summarize(weekly, aSeason(games))[0]).toBe('1: 10.00 to 1')
  })

  it('can include the weeks of the playoffs, of which a game over two weeks needs the scores', () => {
    const all = aPrize('weekly_high', 10, { includesPlayoffs: true })
    const games = [...REGULAR, ...FINAL]
    expect(summarize(all, aSeason(games)).slice(2)).toEqual(['3: unknown', '4: unknown'])
    const weeklyScores = [
      weeklyScore(1, 3, 80),
      weeklyScore(1, 4, 60),
      weeklyScore(3, 3, 60),
      weeklyScore(3, 4, 70),
    ]
    expect(summarize(all, aSeason(games, { weeklyScores })).slice(2)).toEqual([
      '3: 10.00 to 1',
      '4: 10.00 to 3',
    ])
    const incomplete = weeklyScores.slice(1)
    expect(summarize(all, aSeason(games, { weeklyScores: incomplete })).slice(2)).toEqual([
      '3: unknown',
      '4: unknown',
    ])
  })

  it('is unknown where scores do not exist, and has no weeks without a calendar', () => {
    expect(summarize(weekly, aSeason(REGULAR, { format: 'categories' }))).toEqual([
      '1: unknown',
      '2: unknown',
    ])
    expect(summarize(weekly, aSeason([], { isFinished: true }))).toEqual(['1: unknown', '2: unknown'])
    expect(summarize(weekly, aSeason(REGULAR, { regularSeasonPeriods: null }))).toEqual([])
  })

  it('is won by scores alone in a league without matchups', () => {
    const season = aSeason([], {
      format: 'total_points',
      finalWeek: 3,
      weeklyScores: [weeklyScore(1, 1, 90), weeklyScore(2, 1, 91), weeklyScore(1, 2, 88)],
    })
    expect(summarize(weekly, season)).toEqual(['1: 10.00 to 2', '2: 10.00 to 1', '3: undecided'])
  })

  it('costs its amount for each of its weeks', () => {
    const season = aSeason([])
    expect(plannedAmount(weekly, season)).toBe(centsFromDollars(20))
    expect(plannedAmount({ ...weekly, includesPlayoffs: true }, season)).toBe(centsFromDollars(40))
    expect(plannedAmount(weekly, aSeason([], { regularSeasonPeriods: null }))).toBeNull()
    expect(plannedAmount(aPrize('champion', 100), season)).toBe(centsFromDollars(100))
  })
})

describe('the highest week of the season', () => {
  const highest = aPrize('season_high', 30)

  it('is decided after the last week', () => {
    expect(summarize(highest, aSeason(REGULAR.slice(0, 2)))).toEqual(['undecided'])
    expect(summarize(highest, aSeason(REGULAR))).toEqual(['30.00 to 3'])
    expect(summarize({ ...highest, includesPlayoffs: true }, aSeason(REGULAR))).toEqual(['undecided'])
  })

  it('gives one share to a team that has scored it twice', () => {
    const games: GameRow[] = [...REGULAR.slice(0, 2), [2, 1, 120, 3, 120], [2, 2, 95, 4, 70]]
    expect(summarize(highest, aSeason(games))).toEqual(['15.00 to 1, 15.00 to 3'])
  })

  it('is unknown if the score of any week is', () => {
    const season = aSeason([...REGULAR, ...FINAL], { isFinished: true })
    expect(summarize({ ...highest, includesPlayoffs: true }, season)).toEqual(['unknown'])
    expect(summarize(highest, aSeason(REGULAR, { isFinished: true, regularSeasonPeriods: null }))).toEqual([
      'unknown',
    ])
  })
})

describe('prizes of the regular season', () => {
  it('are decided with its last game', () => {
    const before = aSeason(REGULAR.slice(0, 3).concat([[2, 2, 0, 4, 0, { result: 'undecided' }]]))
    for (const kind of ['best_record', 'most_points'] as const)
      expect(summarize(aPrize(kind, 50), before)).toEqual(['undecided'])
    expect(summarize(aPrize('best_record', 50), aSeason(REGULAR))).toEqual(['50.00 to 1'])
    expect(summarize(aPrize('most_points', 50), aSeason(REGULAR))).toEqual(['50.00 to 3'])
  })

  it('are not decided before its last week is played', () => {
    expect(summarize(aPrize('best_record', 50), aSeason(REGULAR.slice(0, 2)))).toEqual(['undecided'])
    expect(summarize(aPrize('most_points', 50), aSeason(REGULAR, { regularSeasonPeriods: null }))).toEqual([
      'undecided',
    ])
  })

  it('follow the results of the provider, and count a tie as half a win', () => {
    const rows: TeamRow[] = [
      [1, '8-5-1', 1500, 2],
      [2, '9-5-0', 1400, 1],
      [3, '8-4-2', 1450, 3],
    ]
    const season = aSeason([], { isFinished: true, teams: rows.map(aTeam) })
    expect(summarize(aPrize('best_record', 33.33), season)).toEqual(['16.67 to 2, 16.66 to 3'])
    expect(summarize(aPrize('most_points', 20), season)).toEqual(['20.00 to 1'])
  })

  it('are unknown in seasons that have none of it', () => {
    const teams = ([[1, '0-0', 0, 1, 1]] as TeamRow[]).map(aTeam)
    const season = aSeason([], { isFinished: true, teams })
    for (const kind of ['best_record', 'most_points'] as const)
      expect(summarize(aPrize(kind, 50), season)).toEqual(['unknown'])
    const played = aSeason(REGULAR, { isFinished: true })
    expect(summarize(aPrize('best_record', 50), { ...played, format: 'total_points' })).toEqual(['unknown'])
    expect(summarize(aPrize('most_points', 50), { ...played, format: 'categories' })).toEqual(['unknown'])
  })
})

describe('prizes for places', () => {
  const ranked = (...places: number[]) =>
    places.map((place, index) => aTeam([index + 1, '1-1', 100, index + 1, place]))

  it('are decided when the season is finished', () => {
    for (const kind of ['champion', 'runner_up', 'third_place'] as const)
      expect(summarize(aPrize(kind, 100), aSeason(REGULAR, { teams: ranked(3, 1, 2) }))).toEqual([
        'undecided',
      ])
    const finished = aSeason(REGULAR, { teams: ranked(3, 1, 2), isFinished: true })
    expect(summarize(aPrize('champion', 100), finished)).toEqual(['100.00 to 2'])
    expect(summarize(aPrize('runner_up', 50), finished)).toEqual(['50.00 to 3'])
    expect(summarize(aPrize('third_place', 25), finished)).toEqual(['25.00 to 1'])
  })

  it('are unknown if the season does not tell who has won', () => {
    const season = aSeason(REGULAR, { isFinished: true })
    expect(summarize(aPrize('champion', 100), season)).toEqual(['unknown'])
    expect(summarize(aPrize('third_place', 25), aSeason(FINAL, { isFinished: true }))).toEqual(['unknown'])
  })
})

describe('a prize of the league', () => {
  it('is undecided until an admin names a team', () => {
    expect(summarize(aPrize('custom', 15), aSeason([]))).toEqual(['undecided'])
    expect(summarize(aPrize('custom', 15, { winnerId: 4 }), aSeason([]))).toEqual(['15.00 to 4'])
  })
})

describe('all prizes', () => {
  it('give exactly their amount to teams of the season, or nothing', () => {
    const anySeason = fc
      .array(fc.integer({ min: 70, max: 76 }), { minLength: 12, maxLength: 12 })
      .map((scores) => {
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, ...final] = scores
        const games: GameRow[] = [
          [1, 1, a, 2, b],
          [1, 3, c, 4, d],
          [2, 1, e, 3, f],
          [2, 2, g, 4, h],
          [3, 1, (final[0] ?? 0) + (final[1] ?? 0), 2, (final[2] ?? 0) + (final[3] ?? 0)],
        ]
        const weeklyScores = [0, 1].flatMap((part) => [
          weeklyScore(1, 3 + part, final[part] ?? 0),
          weeklyScore(2, 3 + part, final[2 + part] ?? 0),
        ])
        return aSeason(games, { weeklyScores })
      })
    const anyPrize = fc
      .tuple(
        fc.constantFrom('weekly_high', 'season_high', 'best_record', 'most_points', 'champion'),
        fc.bigInt(1n, 100_000n),
        fc.boolean(),
      )
      .map(([kind, amount, includesPlayoffs]) =>
        aPrize(kind as Prize['kind'], 0, { amount: amount as Cents, includesPlayoffs }),
      )
    fc.assert(
      fc.property(anySeason, anyPrize, (season, prize) => {
        for (const { state, winners } of prizeAwards(prize, season)) {
          expect(addMoney(winners.map(({ share }) => share))).toBe(state === 'decided' ? prize.amount : 0n)
          expect(new Set(winners.map(({ teamId }) => teamId)).size).toBe(winners.length)
        }
      }),
    )
  })
})

describe('matchPayouts', () => {
  it('finds the payouts of the winners, and those to teams that have not won', () => {
    const awards = prizeAwards(aPrize('weekly_high', 10), aSeason(REGULAR))
    const payouts = [
      { id: 1, week: 1, teamId: 3 },
      { id: 2, week: 2, teamId: 3 },
      { id: 3, week: 2, teamId: 2 },
      { id: 4, week: 1, teamId: null },
      { id: 5, week: 9, teamId: 1 },
    ]
    const { byWinner, misdirected } = matchPayouts(awards, payouts)
    expect(byWinner.map((winners) => winners.map((payout) => payout?.id ?? null))).toEqual([[1], [null, 3]])
    expect(misdirected.map(({ id }) => id)).toEqual([2, 4, 5])
  })
})
