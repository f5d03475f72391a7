import { describe, expect, it } from 'vitest'
import type { ScoredGame } from '../betslip/betting-week.ts'
import { type Points, pointsFromDecimal } from '../points.ts'
import { MAX_RECAP_LENGTH } from '../recap/recap-document.ts'
import type { LineupEntry } from '../rosters/lineup.ts'
import { buildRecap, earliestWeekEnd, type PlayedWeek, recapLists, recapTitle, recapWeekAt } from './recap.ts'

const TEAMS = ['Anchors', 'Buoys', 'Capstans', 'Dinghies', 'Ensigns', 'Ferries'].map((name, index) => ({
  teamId: index + 1,
  name,
}))

/** Builds a game between two teams, named by their first letters. By default the points decide the result. */
function buildGame(
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

const buildBye = (period: number, teamId: number): ScoredGame => ({
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

type Overrides = Partial<Omit<PlayedWeek, 'scores'>> & Partial<PlayedWeek['scores']>

function buildRecapText({
  games = [],
  weekPoints = [],
  periods = PERIODS,
  format = 'points',
  ...overrides
}: Overrides): string | null {
  const recap = buildRecap({
    week: 3,
    teams: TEAMS,
    lineups: [],
    hasBetslip: true,
    ...overrides,
    scores: { format, periods, games, weekPoints },
  })
  if (recap === null) return null
  return [recapTitle(recap), ...recapLists(recap, { hasResults: true, hasAwards: true })].join('\n\n')
}

function buildPlayer(name: string, slotId: number, points: number, eligibleSlots: number[]): LineupEntry {
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

const buildLineup = (teamId: number, entries: LineupEntry[]) => ({
  teamId,
  entries,
  emptySlots: [],
  points: entries.find(({ slotId }) => slotId === 0)?.points ?? (0 as Points),
  projectedPoints: null,
})

const THREE_WEEKS = [
  buildGame(1, 'A', 90, 'B', 80),
  buildGame(1, 'C', 70, 'D', 60),
  buildGame(1, 'E', 50, 'F', 50),
  buildGame(2, 'A', 99.5, 'C', 70),
  buildGame(2, 'D', 88, 'B', 12),
  buildGame(3, 'B', 80.44, 'A', 121.06),
  buildGame(3, 'C', 66, 'D', 66),
  buildGame(3, 'F', 101.21, 'E', 101.26),
]

describe('weekly recap', () => {
  it('has no recap in a league that does not play for points', () => {
    expect(buildRecapText({ games: THREE_WEEKS, format: 'categories' })).toBe(null)
    expect(buildRecapText({ games: THREE_WEEKS })).not.toBe(null)
  })

  it('formats results, scores, bench regret, streaks and who pays of a hand-computed week', () => {
    const lineups = [
      {
        week: 3,
        teams: [
          buildLineup(1, [buildPlayer('Rook Calloway', 0, 20, [0]), buildPlayer('Sly Marsh', 20, 31.5, [0])]),
          buildLineup(2, [buildPlayer('Tad Ivory', 0, 20, [0]), buildPlayer('Una Bly', 20, 5, [0])]),
        ],
      },
    ]
    expect(buildRecapText({ games: THREE_WEEKS, lineups })).toBe(
      `Week 3 Recap

Anchors 121.1, Buoys 80.4
Ensigns 101.26, Ferries 101.21
Capstans 66.0, Dinghies 66.0 (tie)

High score: Anchors, 121.1
Low score: Capstans and Dinghies, 66.0 each
Closest: Ensigns over Ferries, by 0.05

Bench regret: Anchors left 11.5 points on the bench, including Sly Marsh (31.5). Best possible lineup: 31.5

Streaks: Buoys lost 3 in a row; Anchors won 3 in a row

Betslip: Capstans buys the Week 4 parlay (66.0, tied with Dinghies)`,
    )
  })

  it('uses the winner reported by the provider and leaves out byes', () => {
    const games = [buildGame(3, 'A', 80, 'B', 80, 'away'), buildBye(3, 3)]
    expect(buildRecapText({ games, hasBetslip: false })).toBe(
      `Week 3 Recap

Buoys 80.0, Anchors 80.0

High score: Anchors and Buoys, 80.0 each
Low score: Anchors and Buoys, 80.0 each
Closest: Buoys over Anchors, by 0.0`,
    )
  })

  it('reports no bench regret when every lineup was perfect', () => {
    const lineups = [{ week: 3, teams: [buildLineup(1, [buildPlayer('Rook Calloway', 0, 20, [0])])] }]
    expect(buildRecapText({ games: THREE_WEEKS, lineups })).toContain('Bench regret: none.')
  })

  it('returns null until every game of the matchup period is decided', () => {
    expect(buildRecapText({})).toBe(null)
    expect(buildRecapText({ games: [buildBye(3, 1)] })).toBe(null)
    expect(buildRecapText({ games: [...THREE_WEEKS, buildGame(3, 'A', 1, 'B', 2, 'undecided')] })).toBe(null)
    expect(buildRecapText({ games: THREE_WEEKS, week: 9 })).toBe(null)
  })

  it('waits for the end of a two-week matchup period and uses its last week to decide who pays', () => {
    const games = [buildGame(4, 'A', 200, 'B', 150)]
    const weeks = [
      { teamId: 1, week: 5, points: pointsFromDecimal(60) },
      { teamId: 2, week: 5, points: pointsFromDecimal(90) },
    ]
    const lineups = [
      { week: 4, teams: [buildLineup(1, [buildPlayer('A', 0, 1, [0]), buildPlayer('Bo', 20, 2, [0])])] },
      { week: 5, teams: [buildLineup(2, [buildPlayer('A', 0, 1, [0]), buildPlayer('Bo', 20, 9, [0])])] },
    ]
    expect(buildRecapText({ games, weekPoints: weeks, lineups, week: 4 })).toBe(null)
    const text = buildRecapText({ games, weekPoints: weeks, lineups, week: 5 })
    expect(text).toContain('Weeks 4–5 Recap\n\nAnchors 200.0, Buoys 150.0\n')
    expect(text).toContain('Buoys left 8.0 points on the bench in Week 5, including Bo (9.0)')
    expect(text).toContain('Betslip: Anchors buys the Week 6 parlay (60.0)')
    expect(buildRecapText({ games, lineups, week: 5 })).not.toContain('Betslip')
  })

  it('fits a recap into a post even with long team names and many ties', () => {
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
          buildLineup(teamId, [buildPlayer(name, 0, 1, [0]), buildPlayer(name, 20, 9, [0])]),
        ),
      },
    ]
    const text = buildRecapText({ games, teams, lineups }) ?? ''
    expect(text.length).toBeLessThanOrEqual(MAX_RECAP_LENGTH)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('16 more games')
    expect(text).toContain('and 36 more teams, 123.4 each')
  })
})

it.each([
  // Daylight saving time ends on November 1, 2026: 9 AM in Chicago is 14:00 UTC before and 15:00 UTC after.
  ['2026-10-13T13:59:59Z', 4],
  ['2026-10-13T14:00:00Z', 5],
  ['2026-10-20T13:59:59Z', 5],
  ['2026-11-17T14:59:59Z', 9],
  ['2026-11-17T15:00:00Z', 10],
  ['2026-09-15T13:59:59Z', null],
  ['2026-09-15T14:00:00Z', 1],
  ['2027-01-19T14:59:59Z', 18],
  ['2027-01-19T15:00:00Z', null],
  ['2026-07-01T12:00:00Z', null],
])('at %s, the week whose recap is due is %s', (now, week) => {
  expect(recapWeekAt(2026, new Date(now))).toBe(week)
})

it('returns Monday at midnight in Chicago as the earliest week end, before and after the time change', () => {
  expect(earliestWeekEnd(2026, 5)).toEqual(new Date('2026-10-12T05:00:00Z'))
  expect(earliestWeekEnd(2026, 10)).toEqual(new Date('2026-11-16T06:00:00Z'))
})
