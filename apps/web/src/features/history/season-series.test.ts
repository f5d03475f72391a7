import { expect, it } from 'vitest'
import { buildPlayedGame, buildSeason } from '../../testing/history-fixtures.ts'
import { listChampions } from './champions.ts'
import { initialSeason } from './initial-season.ts'
import { toRivalryGames, toRivalrySeasons } from './rivalry.ts'
import { ranksByOwner, toSeasonScoring } from './season-series.ts'

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
    return { ...season, standings: season.standings.map((team) => ({ ...team, wins: 0, losses: 0 })) }
  }
  expect(ranksByOwner([unplayed(false)]).size).toBe(0)
  expect(ranksByOwner([unplayed(true)]).size).toBe(2)
})

it('compares points per game with the league average, without seasons that have no games', () => {
  const [first, second] = [buildSeason(2023, ['Ada', 'Hugo']), buildSeason(2024, ['Ada'])]
  const unplayed = second.standings.map((team) => ({ ...team, wins: 0, losses: 0, pf: 0 }))
  const scoring = toSeasonScoring([first, { ...second, standings: unplayed }], 'Hugo')
  expect(scoring).toEqual([
    { season: 2023, isFinished: true, pf: 1590, perGame: 1590 / 13, leagueAverage: 3190 / 26 },
  ])
  expect(toSeasonScoring([{ ...second, standings: unplayed }], 'Ada')).toEqual([])
})

it('lists champions by titles, then by latest title, naming the team if it has no owner', () => {
  const withoutOwner = buildSeason(2025, ['Zoe'], { champion: { name: 'Orphans', owner: null } })
  const seasons = [
    buildSeason(2021, ['Ada']),
    buildSeason(2022, ['Hugo']),
    buildSeason(2023, ['Ada']),
    withoutOwner,
  ]
  expect(
    listChampions(seasons).map(({ name, isOwner, seasons: titleSeasons }) => [name, isOwner, titleSeasons]),
  ).toEqual([
    ['Ada', true, [2021, 2023]],
    ['Orphans', false, [2025]],
    ['Hugo', true, [2022]],
  ])
})

it("accumulates the point differential from one owner's perspective, home or away", () => {
  const games = toRivalryGames({
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
  expect(games.map(({ outcome, pointDifference }) => [outcome, pointDifference])).toEqual([
    ['won', 23.3],
    ['lost', 23.2],
    ['tied', 23.2],
  ])
  expect(toRivalrySeasons(games)).toEqual([
    { season: 2023, wins: 1, losses: 0, ties: 0, pointDifference: 23.3 },
    { season: 2024, wins: 0, losses: 1, ties: 1, pointDifference: 23.2 },
  ])
})

it.each([
  [[2023, 2024, 2025, 2026], 2026, 2025],
  [[2023, 2024, 2026], 2026, 2024],
  [[2026], 2026, 2026],
  [[], 2026, undefined],
])('chooses the initial season from %j in %i: %s', (seasons, year, shown) => {
  expect(initialSeason(seasons, year)).toBe(shown)
})
