import { expect, it } from 'vitest'
import { gamesToFollow } from './nfl-calendar.ts'

const MOMENT = new Date('2026-11-22T12:00:00Z')

it('returns the stored games, except those that were called off', async () => {
  const kickoff = new Date('2026-11-22T18:00:00Z')
  const requestedSeasons: number[] = []
  const reader = {
    listSeasonGames: async (season: number) => {
      requestedSeasons.push(season)
      return (['pre', 'in', 'post', 'off'] as const).map((state) => ({ kickoff, state }) as never)
    },
  }
  expect(await gamesToFollow(reader, MOMENT)).toEqual([
    { kickoff, state: 'before' },
    { kickoff, state: 'live' },
    { kickoff, state: 'over' },
  ])
  expect(requestedSeasons).toEqual([2026])
})

it('returns a typical schedule if no games are stored', async () => {
  const games = await gamesToFollow({ listSeasonGames: async () => [] }, MOMENT)
  expect(games.length).toBeGreaterThan(100)
})
