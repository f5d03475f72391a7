import { expect, it } from 'vitest'
import { buildPlayedGame, buildSeason } from '../../testing/history-fixtures.ts'
import { listChampions } from './champions.ts'
import { initialSeason } from './initial-season.ts'
import { toRivalryGames, toRivalrySeasons } from './rivalry.ts'
import { ranksByOwner, toSeasonScoring } from './season-series.ts'

it('follows each owner through the seasons, with the better one of two teams', () => {
  const seasons = [
    buildSeason(2023, ['Ada', 'Hugo', 'Ada']),
    buildSeason(2025, ['Hugo', 'Ada'], { is_finished: false }),
  ]
  const places = ranksByOwner(seasons).get('Ada')
  expect(places?.map(({ season, rank, teams, isFinished }) => [season, rank, teams, isFinished])).toEqual([
    [2023, 1, 3, true],
    [2025, 2, 2, false],
  ])
})

it('knows no place in a season that has not begun', () => {
  const unplayed = (isFinished: boolean) => {
    const season = buildSeason(2026, ['Ada', 'Hugo'], { is_finished: isFinished })
    return { ...season, standings: season.standings.map((team) => ({ ...team, wins: 0, losses: 0 })) }
  }
  expect(ranksByOwner([unplayed(false)]).size).toBe(0)
  expect(ranksByOwner([unplayed(true)]).size).toBe(2)
})

it('sets points a game against the mean of all teams, without seasons that have no game', () => {
  const [first, second] = [buildSeason(2023, ['Ada', 'Hugo']), buildSeason(2024, ['Ada'])]
  const unplayed = second.standings.map((team) => ({ ...team, wins: 0, losses: 0, pf: 0 }))
  const scoring = toSeasonScoring([first, { ...second, standings: unplayed }], 'Hugo')
  expect(scoring).toEqual([{ season: 2023, isFinished: true, pf: 1590, perGame: 1590 / 13, mean: 3190 / 26 }])
  expect(toSeasonScoring([{ ...second, standings: unplayed }], 'Ada')).toEqual([])
})

it('lists champions by titles, then the latest first, and a team that nobody owned by its name', () => {
  const nobody = buildSeason(2025, ['Zoe'], { champion: { name: 'Orphans', owner: null } })
  const seasons = [
    buildSeason(2021, ['Ada']),
    buildSeason(2022, ['Hugo']),
    buildSeason(2023, ['Ada']),
    nobody,
  ]
  expect(listChampions(seasons).map(({ name, isOwner, seasons: won }) => [name, isOwner, won])).toEqual([
    ['Ada', true, [2021, 2023]],
    ['Orphans', false, [2025]],
    ['Hugo', true, [2022]],
  ])
})

it('adds up the points between two owners from one side, away games turned round', () => {
  const sights = toRivalryGames({
    a: 'Ada Quill',
    b: 'Hugo Barley',
    summary: { games: 3, wins: 1, losses: 1, ties: 1, pf: 0, pa: 0, win_pct: 0.5, ppg: 0 },
    games: [
      buildPlayedGame({ season: 2023 }),
      buildPlayedGame({
        home_owner: 'Hugo Barley',
        away_owner: 'Ada Quill',
        home_score: 100.1,
        away_score: 100,
      }),
      buildPlayedGame({ result: 'tie', home_score: 90, away_score: 90 }),
    ],
  })
  expect(sights.map(({ outcome, pointDifference }) => [outcome, pointDifference])).toEqual([
    ['won', 23.3],
    ['lost', 23.2],
    ['tied', 23.2],
  ])
  expect(toRivalrySeasons(sights)).toEqual([
    { season: 2023, wins: 1, losses: 0, ties: 0, pointDifference: 23.3 },
    { season: 2024, wins: 0, losses: 1, ties: 1, pointDifference: 23.2 },
  ])
})

it.each([
  [[2023, 2024, 2025, 2026], 2026, 2025],
  [[2023, 2024, 2026], 2026, 2024],
  [[2026], 2026, 2026],
  [[], 2026, undefined],
])('shows of %j in %i the season %s first', (seasons, year, shown) => {
  expect(initialSeason(seasons, year)).toBe(shown)
})
