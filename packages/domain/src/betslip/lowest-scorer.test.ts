import { describe, expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from '../points.ts'
import { decidingWeek, lowestScorers, type ScoredGame, type SeasonScores } from './betting-week.ts'

const side = (teamId: number, points: number) => ({ teamId, points: pointsFromDecimal(points) })

function game(more: Partial<ScoredGame> = {}): ScoredGame {
  return { period: 1, result: 'home', home: side(1, 100), away: side(2, 90), ...more }
}

function lowestOf(more: Partial<SeasonScores>, week = 1) {
  return lowestScorers(
    {
      format: 'points',
      periods: [
        { period: 1, weeks: [1] },
        { period: 2, weeks: [2, 3] },
      ],
      games: [],
      weekPoints: [],
      ...more,
    },
    week,
  )
}

describe('decidingWeek and lowestScorers', () => {
  it.each([
    [
      { season: 2026, week: 2 },
      { season: 2026, week: 1 },
    ],
    [
      { season: 2026, week: 17 },
      { season: 2026, week: 16 },
    ],
    [
      { season: 2026, week: 1 },
      { season: 2025, week: 13 },
    ],
  ])('returns for %j the deciding week %j', (week, expected) => {
    expect(decidingWeek(week)).toEqual(expected)
  })

  it('has no lowest scorer in a league that does not play for points', () => {
    expect(lowestOf({ games: [game()] })).not.toBe(null)
    expect(lowestOf({ games: [game()], format: 'categories' })).toBe(null)
  })

  it('returns the team with the lowest score', () => {
    const games = [game(), game({ home: side(3, 80.5), away: side(4, 120) })]
    expect(lowestOf({ games })).toEqual({ teamIds: [3], points: pointsFromDecimal(80.5) })
  })

  it('returns all teams that tie for the lowest score', () => {
    const games = [game(), game({ home: side(3, 90), away: side(4, 120) })]
    expect(lowestOf({ games })?.teamIds).toEqual([2, 3])
  })

  it('ignores teams on bye and teams in unfinished games', () => {
    const games = [
      game(),
      game({ home: side(3, 1), away: null }),
      game({ home: side(4, 2), result: 'undecided' }),
    ]
    expect(lowestOf({ games })?.teamIds).toEqual([2])
  })

  it('allows lowest scores of zero and below', () => {
    expect(lowestOf({ games: [game({ home: side(1, -2) })] })?.points).toBe(pointsFromDecimal(-2))
    expect(lowestOf({ games: [game({ home: side(1, 0) })] })?.teamIds).toEqual([1])
  })

  it.each([
    ['no games', {}],
    ['only byes', { games: [game({ away: null })] }],
    ['only unfinished games', { games: [game({ result: 'undecided' as const })] }],
    ['an unknown calendar', { games: [game()], periods: [] }],
  ])('returns null with %s', (_, scores) => {
    expect(lowestOf(scores)).toBe(null)
  })

  it('uses the points of the week in a two-week game', () => {
    const games = [game({ period: 2, home: side(1, 150), away: side(2, 200) })]
    const pointsOf = (teamId: number, week: number, value: number) => ({
      teamId,
      week,
      points: value as Points,
    })
    const weekPoints = [
      pointsOf(1, 2, 9000),
      pointsOf(2, 2, 8000),
      pointsOf(1, 3, 6000),
      pointsOf(2, 3, 12_000),
    ]
    expect(lowestOf({ games, weekPoints }, 2)).toEqual({ teamIds: [2], points: 8000 })
    expect(lowestOf({ games, weekPoints }, 3)).toEqual({ teamIds: [1], points: 6000 })
    expect(lowestOf({ games, weekPoints: weekPoints.slice(0, 3) }, 3)).toBe(null)
  })
})
