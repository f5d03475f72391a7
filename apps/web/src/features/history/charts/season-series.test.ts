import { expect, it } from 'vitest'
import { buildSeason } from '../../../testing/history-fixtures.ts'
import { ranksByOwner, toSeasonScoring } from './owner-charts.tsx'

it("lists each owner's ranks by season, with the better rank for an owner of two teams", () => {
  const seasons = [
    buildSeason(2023, ['Ada', 'Hugo', 'Ada']),
    buildSeason(2025, ['Hugo', 'Ada'], { is_finished: false }),
  ]
  const ranks = ranksByOwner(seasons).get('Ada')
  expect(ranks?.map(({ season, rank, teams, isFinished }) => [season, rank, teams, isFinished])).toEqual([
    [2023, 1, 3, true],
    [2025, 2, 2, false],
  ])
})

it('omits ranks of a season that has not begun', () => {
  const unplayed = (isFinished: boolean) => {
    const season = buildSeason(2026, ['Ada', 'Hugo'], { is_finished: isFinished })
    return { ...season, standings: season.standings.map((team) => ({ ...team, wins: 0, losses: 0, pf: 0 })) }
  }
  expect(ranksByOwner([unplayed(false)]).size).toBe(0)
  expect(ranksByOwner([unplayed(true)]).size).toBe(2)
})

it('counts a week once in which each team also plays the median', () => {
  const season = buildSeason(2023, ['Ada'])
  const standings = season.standings.map((team) => ({ ...team, wins: 26, games: 13, pf: 1300 }))
  expect(toSeasonScoring([{ ...season, standings }], 'Ada')[0]?.perGame).toBe(100)
})

it('compares points per game with the league average, without seasons that have no games', () => {
  const [first, second] = [buildSeason(2023, ['Ada', 'Hugo']), buildSeason(2024, ['Ada'])]
  const unplayed = second.standings.map((team) => ({ ...team, wins: 0, losses: 0, games: 0, pf: 0 }))
  const scoring = toSeasonScoring([first, { ...second, standings: unplayed }], 'Hugo')
  expect(scoring).toEqual([
    { season: 2023, isFinished: true, pf: 1590, perGame: 1590 / 13, leagueAverage: 3190 / 26 },
  ])
  expect(toSeasonScoring([{ ...second, standings: unplayed }], 'Ada')).toEqual([])
})

it('has ranks but no points per game in seasons without head-to-head points', () => {
  const seasons = [buildSeason(2023, ['Ada', 'Hugo'], { scoring_format: 'categories' })]
  expect(toSeasonScoring(seasons, 'Ada')).toEqual([])
  expect(ranksByOwner(seasons).get('Ada')).toMatchObject([{ season: 2023, rank: 1 }])
})

it('begins with the first points in a season without matchups', () => {
  const season = buildSeason(2026, ['Ada'], { is_finished: false, scoring_format: 'total_points' })
  const standings = season.standings.map((team) => ({ ...team, wins: 0, losses: 0, games: 0 }))
  expect(ranksByOwner([{ ...season, standings }]).size).toBe(1)
})
