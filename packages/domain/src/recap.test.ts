import { describe, expect, it } from 'vitest'
import { formatRecap, MAX_RECAP_LENGTH } from './format-recap.ts'
import type { LineupEntry } from './lineup.ts'
import type { ScoredGame } from './lowest-scorer.ts'
import { type Points, pointsFromDecimal } from './points.ts'
import { buildRecap, type PlayedWeek } from './recap.ts'

const TEAMS = ['Anchors', 'Buoys', 'Capstans', 'Dinghies', 'Ensigns', 'Ferries'].map((name, index) => ({
  teamId: index + 1,
  name,
}))

/** Of teams by the first letter of their names; the result is by the points unless it is told. */
function aGame(
  period: number,
  home: string,
  homePoints: number,
  away: string,
  awayPoints: number,
  result?: ScoredGame['result'],
): ScoredGame {
  const sideOf = (letter: string, points: number) => ({
    teamId: 'ABCDEF'.indexOf(letter) + 1,
    points: pointsFromDecimal(points),
  })
  const byPoints = homePoints === awayPoints ? 'tie' : homePoints > awayPoints ? 'home' : 'away'
  return {
    period,
    result: result ?? byPoints,
    home: sideOf(home, homePoints),
    away: sideOf(away, awayPoints),
  }
}

const aBye = (period: number, teamId: number): ScoredGame => ({
  period,
  result: 'undecided',
  home: { teamId, points: 20_000 as Points },
  away: null,
})

const PERIODS = [
  { period: 1, weeks: [1] },
  { period: 2, weeks: [2] },
  { period: 3, weeks: [3] },
  { period: 4, weeks: [4, 5] },
]

type More = Partial<Omit<PlayedWeek, 'scores'>> & Partial<PlayedWeek['scores']>

function formattedRecap({ games = [], weekPoints = [], periods = PERIODS, ...more }: More): string | null {
  const recap = buildRecap({
    week: 3,
    teams: TEAMS,
    lineups: [],
    hasBetslip: true,
    ...more,
    scores: { periods, games, weekPoints },
  })
  return recap === null ? null : formatRecap(recap)
}

function aPlayer(name: string, slotId: number, points: number, eligibleSlots: number[]): LineupEntry {
  return {
    slotId,
    playerId: name.length,
    name,
    position: null,
    nflTeamId: null,
    injuryStatus: null,
    points: pointsFromDecimal(points),
    projectedPoints: null,
    eligibleSlots,
  }
}

const lineupOf = (teamId: number, entries: LineupEntry[]) => ({
  teamId,
  entries,
  emptySlots: [],
  points: entries.find(({ slotId }) => slotId === 0)?.points ?? (0 as Points),
  projectedPoints: null,
})

const THREE_WEEKS = [
  aGame(1, 'A', 90, 'B', 80),
  aGame(1, 'C', 70, 'D', 60),
  aGame(1, 'E', 50, 'F', 50),
  aGame(2, 'A', 99.5, 'C', 70),
  aGame(2, 'D', 88, 'B', 12),
  aGame(3, 'B', 80.44, 'A', 121.06),
  aGame(3, 'C', 66, 'D', 66),
  aGame(3, 'F', 101.21, 'E', 101.26),
]

describe('the recap of a week', () => {
  it('tells everything worked out by hand', () => {
    const lineups = [
      {
        week: 3,
        teams: [
          lineupOf(1, [aPlayer('Rook Calloway', 0, 20, [0]), aPlayer('Sly Marsh', 20, 31.5, [0])]),
          lineupOf(2, [aPlayer('Tad Ivory', 0, 20, [0]), aPlayer('Una Bly', 20, 5, [0])]),
        ],
      },
    ]
    expect(formattedRecap({ games: THREE_WEEKS, lineups })).toBe(
      `Week 3: the recap

Anchors 121.1, Buoys 80.4
Ensigns 101.26, Ferries 101.21
Capstans 66.0, Dinghies 66.0 (tie)

High score: Anchors, 121.1
Low score: Capstans and Dinghies, 66.0 each
Closest: Ensigns over Ferries, by 0.05

Bench regret: Anchors left 11.5 points on the bench, Sly Marsh with 31.5 among them. The best line-up had 31.5.

Streaks: Buoys lost 3 in a row; Anchors won 3 in a row

Betslip: the parlay of week 4 is on Capstans (66.0, tied with Dinghies)`,
    )
  })

  it('takes the word of the provider for who won, and leaves byes out', () => {
    const games = [aGame(3, 'A', 80, 'B', 80, 'away'), aBye(3, 3)]
    expect(formattedRecap({ games, hasBetslip: false })).toBe(
      `Week 3: the recap

Buoys 80.0, Anchors 80.0

High score: Anchors and Buoys, 80.0 each
Low score: Anchors and Buoys, 80.0 each
Closest: Buoys over Anchors, by 0.0`,
    )
  })

  it('says so when nobody could have done better', () => {
    const lineups = [{ week: 3, teams: [lineupOf(1, [aPlayer('Rook Calloway', 0, 20, [0])])] }]
    expect(formattedRecap({ games: THREE_WEEKS, lineups })).toContain('Bench regret: none.')
  })

  it('is there once every game of its round is decided, and not before', () => {
    expect(formattedRecap({})).toBe(null)
    expect(formattedRecap({ games: [aBye(3, 1)] })).toBe(null)
    expect(formattedRecap({ games: [...THREE_WEEKS, aGame(3, 'A', 1, 'B', 2, 'undecided')] })).toBe(null)
    expect(formattedRecap({ games: THREE_WEEKS, week: 9 })).toBe(null)
  })

  it('waits for the end of a round over two weeks, and asks for its last week who pays', () => {
    const games = [aGame(4, 'A', 200, 'B', 150)]
    const weeks = [
      { teamId: 1, week: 5, points: pointsFromDecimal(60) },
      { teamId: 2, week: 5, points: pointsFromDecimal(90) },
    ]
    const lineups = [
      { week: 4, teams: [lineupOf(1, [aPlayer('A', 0, 1, [0]), aPlayer('Bo', 20, 2, [0])])] },
      { week: 5, teams: [lineupOf(2, [aPlayer('A', 0, 1, [0]), aPlayer('Bo', 20, 9, [0])])] },
    ]
    expect(formattedRecap({ games, weekPoints: weeks, lineups, week: 4 })).toBe(null)
    const text = formattedRecap({ games, weekPoints: weeks, lineups, week: 5 })
    expect(text).toContain('Weeks 4 to 5: the recap\n\nAnchors 200.0, Buoys 150.0\n')
    expect(text).toContain('Buoys left 8.0 points on the bench in week 5, Bo with 9.0')
    expect(text).toContain('Betslip: the parlay of week 6 is on Anchors (60.0)')
    expect(formattedRecap({ games, lineups, week: 5 })).not.toContain('Betslip')
  })

  it('fits into a post whatever the teams are called and however many tie', () => {
    const teams = Array.from({ length: 80 }, (_, index) => ({
      teamId: index + 1,
      name: `${index} ${'🏈'.repeat(300)}`,
    }))
    const games = [1, 2, 3].flatMap((period) =>
      Array.from({ length: 40 }, (_, index) => ({
        period,
        result: 'home' as const,
        home: { teamId: 2 * index + 1, points: 12_345 as Points },
        away: { teamId: 2 * index + 2, points: 12_344 as Points },
      })),
    )
    const name = '🏈'.repeat(300)
    const lineups = [
      {
        week: 3,
        teams: teams.map(({ teamId }) =>
          lineupOf(teamId, [aPlayer(name, 0, 1, [0]), aPlayer(name, 20, 9, [0])]),
        ),
      },
    ]
    const text = formattedRecap({ games, teams, lineups }) ?? ''
    expect(text.length).toBeLessThanOrEqual(MAX_RECAP_LENGTH)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('16 more games')
    expect(text).toContain('and 36 more teams, 123.4 each')
  })
})
