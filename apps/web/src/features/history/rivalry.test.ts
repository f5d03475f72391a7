import { expect, it } from 'vitest'
import { buildPlayedGame } from '../../testing/history-fixtures.ts'
import { toRivalryGames, toRivalrySeasons } from './rivalry.ts'

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
