import { describe, expect, it } from 'vitest'
import { brokenRecords } from './league-history.ts'
import { buildOwners, type PastGame } from './owners.ts'
import { playedGames } from './played-games.ts'
import { aHistoryInput, aPastGame, aPastSeason, aPastTeam } from './testing/past-seasons.ts'

const TEAMS = [1, 2, 3, 4].map((id) => aPastTeam(id, `o${id}`))

function summarize(seasons: Record<number, PastGame[]>, season: number, period: number) {
  const input = aHistoryInput(
    Object.entries(seasons).map(([year, games]) =>
      aPastSeason({ season: Number(year), teams: TEAMS, games }),
    ),
  )
  return brokenRecords(playedGames(input, buildOwners(input)), { season, period }).map(({ name, value }) => [
    name,
    value,
  ])
}

describe('brokenRecords', () => {
  const lastYear = [aPastGame(1, [1, 10_000], [2, 9000], { period: 1 })]

  it('returns the records that a game of the week has broken', () => {
    const thisYear = [aPastGame(2, [3, 12_000], [4, 9500], { period: 1 })]
    expect(summarize({ 2024: lastYear, 2025: thisYear }, 2025, 1)).toEqual([
      ['highest_game', 21_500],
      ['biggest_blowout', 2500],
      ['highest_team_game', 12_000],
      ['highest_loser', 9500],
    ])
  })

  it('leaves a record that is only equaled to the earlier game', () => {
    const same = [aPastGame(2, [3, 10_000], [4, 9000], { period: 1 })]
    expect(summarize({ 2024: lastYear, 2025: same }, 2025, 1)).toEqual([])
  })

  it('compares with the games before the week only', () => {
    const thisYear = [
      aPastGame(2, [3, 12_000], [4, 1000], { period: 1 }),
      aPastGame(3, [3, 13_000], [4, 1000], { period: 2 }),
    ]
    const names = summarize({ 2024: lastYear, 2025: thisYear }, 2025, 1).map(([name]) => name)
    expect(names).toContain('highest_team_game')
  })

  it('returns nothing in the first season of a league', () => {
    const games = [
      aPastGame(1, [1, 10_000], [2, 9000], { period: 1 }),
      aPastGame(2, [3, 12_000], [4, 9500], { period: 2 }),
    ]
    expect(summarize({ 2025: games }, 2025, 2)).toEqual([])
  })
})
