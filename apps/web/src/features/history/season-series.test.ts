import { expect, it } from 'vitest'
import { aPlayedGame, aSeason } from '../../testing/a-history.ts'
import { championsOf } from './champions.ts'
import { sightsOf, yearsOf } from './rivalry.ts'
import { placesOf, scoringOf } from './season-series.ts'
import { seasonShown } from './season-shown.ts'

it('follows each owner through the seasons, with the better one of two teams', () => {
  const seasons = [
    aSeason(2023, ['Ada', 'Hugo', 'Ada']),
    aSeason(2025, ['Hugo', 'Ada'], { is_finished: false }),
  ]
  const places = placesOf(seasons).get('Ada')
  expect(places?.map(({ season, rank, teams, isFinished }) => [season, rank, teams, isFinished])).toEqual([
    [2023, 1, 3, true],
    [2025, 2, 2, false],
  ])
})

it('knows no place in a season that has not begun', () => {
  const unplayed = (isFinished: boolean) => {
    const season = aSeason(2026, ['Ada', 'Hugo'], { is_finished: isFinished })
    return { ...season, standings: season.standings.map((team) => ({ ...team, wins: 0, losses: 0 })) }
  }
  expect(placesOf([unplayed(false)]).size).toBe(0)
  expect(placesOf([unplayed(true)]).size).toBe(2)
})

it('sets points a game against the mean of all teams, without seasons that have no game', () => {
  const [first, second] = [aSeason(2023, ['Ada', 'Hugo']), aSeason(2024, ['Ada'])]
  const unplayed = second.standings.map((team) => ({ ...team, wins: 0, losses: 0, pf: 0 }))
  const scoring = scoringOf([first, { ...second, standings: unplayed }], 'Hugo')
  expect(scoring).toEqual([{ season: 2023, isFinished: true, pf: 1590, perGame: 1590 / 13, mean: 3190 / 26 }])
  expect(scoringOf([{ ...second, standings: unplayed }], 'Ada')).toEqual([])
})

it('lists champions by titles, then the latest first, and a team that nobody owned by its name', () => {
  const nobody = aSeason(2025, ['Zoe'], { champion: { name: 'Orphans', owner: null } })
  const seasons = [aSeason(2021, ['Ada']), aSeason(2022, ['Hugo']), aSeason(2023, ['Ada']), nobody]
  expect(championsOf(seasons).map(({ name, isOwner, seasons: won }) => [name, isOwner, won])).toEqual([
    ['Ada', true, [2021, 2023]],
    ['Orphans', false, [2025]],
    ['Hugo', true, [2022]],
  ])
})

it('adds up the points between two owners from one side, away games turned round', () => {
  const sights = sightsOf({
    a: 'Ada Quill',
    b: 'Hugo Barley',
    summary: { games: 3, wins: 1, losses: 1, ties: 1, pf: 0, pa: 0, win_pct: 0.5, ppg: 0 },
    games: [
      aPlayedGame({ season: 2023 }),
      aPlayedGame({ home_owner: 'Hugo Barley', away_owner: 'Ada Quill', home_score: 100.1, away_score: 100 }),
      aPlayedGame({ result: 'tie', home_score: 90, away_score: 90 }),
    ],
  })
  expect(sights.map(({ outcome, ahead }) => [outcome, ahead])).toEqual([
    ['won', 23.3],
    ['lost', 23.2],
    ['tied', 23.2],
  ])
  expect(yearsOf(sights)).toEqual([
    { season: 2023, wins: 1, losses: 0, ties: 0, ahead: 23.3 },
    { season: 2024, wins: 0, losses: 1, ties: 1, ahead: 23.2 },
  ])
})

it.each([
  [[2023, 2024, 2025, 2026], 2026, 2025],
  [[2023, 2024, 2026], 2026, 2024],
  [[2026], 2026, 2026],
  [[], 2026, undefined],
])('shows of %j in %i the season %s first', (seasons, year, shown) => {
  expect(seasonShown(seasons, year)).toBe(shown)
})
