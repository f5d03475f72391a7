import { expect, it } from 'vitest'
import { gamesToFollow } from './nfl-calendar.ts'

const MOMENT = new Date('2026-11-22T12:00:00Z')

it('follows the stored games, but for those that are called off', async () => {
  const kickoff = new Date('2026-11-22T18:00:00Z')
  const asked: number[] = []
  const reader = {
    listSeasonGames: async (season: number) => {
      asked.push(season)
      return (['pre', 'in', 'post', 'off'] as const).map((state) => ({ kickoff, state }) as never)
    },
  }
  expect(await gamesToFollow(reader, MOMENT)).toEqual([
    { kickoff, state: 'before' },
    { kickoff, state: 'live' },
    { kickoff, state: 'over' },
  ])
  expect(asked).toEqual([2026])
})

it('follows the usual games while none are stored', async () => {
  const games = await gamesToFollow({ listSeasonGames: async () => [] }, MOMENT)
  expect(games.length).toBeGreaterThan(100)
})
