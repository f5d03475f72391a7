import { describe, expect, it } from 'vitest'
import { decidingWeek, lowestScorers, type ScoredGame, type SeasonScores } from './lowest-scorer.ts'
import { type Points, pointsFromDecimal } from './points.ts'

const side = (teamId: number, points: number) => ({ teamId, points: pointsFromDecimal(points) })

function game(more: Partial<ScoredGame> = {}): ScoredGame {
  return { period: 1, result: 'home', home: side(1, 100), away: side(2, 90), ...more }
}

function lowestOf(more: Partial<SeasonScores>, week = 1) {
  return lowestScorers(
    {
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

describe('who pays', () => {
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
  ])('for %j is decided in %j', (week, decider) => {
    expect(decidingWeek(week)).toEqual(decider)
  })

  it('is the team with the lowest score', () => {
    const games = [game(), game({ home: side(3, 80.5), away: side(4, 120) })]
    expect(lowestOf({ games })).toEqual({ teamIds: [3], points: pointsFromDecimal(80.5) })
  })

  it('are all teams with that score', () => {
    const games = [game(), game({ home: side(3, 90), away: side(4, 120) })]
    expect(lowestOf({ games })?.teamIds).toEqual([2, 3])
  })

  it('is nobody with a bye, and nobody whose game is not over', () => {
    const games = [
      game(),
      game({ home: side(3, 1), away: null }),
      game({ home: side(4, 2), result: 'undecided' }),
    ]
    expect(lowestOf({ games })?.teamIds).toEqual([2])
  })

  it('may have a score of zero or less', () => {
    expect(lowestOf({ games: [game({ home: side(1, -2) })] })?.points).toBe(pointsFromDecimal(-2))
    expect(lowestOf({ games: [game({ home: side(1, 0) })] })?.teamIds).toEqual([1])
  })

  it.each([
    ['no game', {}],
    ['only byes', { games: [game({ away: null })] }],
    ['only open games', { games: [game({ result: 'undecided' as const })] }],
    ['no known calendar', { games: [game()], periods: [] }],
  ])('is unknown where there are %s', (_, scores) => {
    expect(lowestOf(scores)).toBe(null)
  })

  it('is told by the week’s own points where a game lasts two weeks', () => {
    const games = [game({ period: 2, home: side(1, 150), away: side(2, 200) })]
    const points = (teamId: number, week: number, value: number) => ({
      teamId,
      week,
      points: value as Points,
    })
    const weeks = [points(1, 2, 9000), points(2, 2, 8000), points(1, 3, 6000), points(2, 3, 12_000)]
    expect(lowestOf({ games, weekPoints: weeks }, 2)).toEqual({ teamIds: [2], points: 8000 })
    expect(lowestOf({ games, weekPoints: weeks }, 3)).toEqual({ teamIds: [1], points: 6000 })
    expect(lowestOf({ games, weekPoints: weeks.slice(0, 3) }, 3)).toBe(null)
  })
})
