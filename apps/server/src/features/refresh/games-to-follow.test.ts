import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { gamesToFollow } from './refresh-job.ts'

const MOMENT = new Date('2026-11-22T12:00:00Z')
const KICKOFF = new Date('2026-11-22T18:00:00Z')

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

it('returns the stored games, except those that were called off', async () => {
  const states = ['pre', 'in', 'post', 'off'] as const
  const kickoffs = states.map((state, index) => ({
    season: 2026,
    state,
    kickoff: KICKOFF,
    game_id: index + 1,
  }))
  const earlier = {
    season: 2025,
    state: 'post',
    kickoff: new Date('2025-11-23T18:00:00Z'),
    game_id: 5,
  } as const
  for (const { season, state, kickoff, game_id } of [...kickoffs, earlier])
    await database.db
      .insertInto('nfl_games')
      .values({
        game_id,
        season,
        week: 11,
        home_team_id: 2 * game_id,
        away_team_id: 2 * game_id + 1,
        kickoff_at: kickoff.getTime(),
        is_time_set: 1,
        state,
        venue_id: null,
        venue_name: null,
        is_neutral: 0,
        is_indoor: 0,
      })
      .execute()
  const games = await gamesToFollow(database.db, MOMENT)
  expect(games).toHaveLength(3)
  expect(games).toEqual(
    expect.arrayContaining([
      { kickoff: KICKOFF, state: 'before' },
      { kickoff: KICKOFF, state: 'live' },
      { kickoff: KICKOFF, state: 'over' },
    ]),
  )
})

it('returns a typical schedule if no games are stored', async () => {
  expect((await gamesToFollow(database.db, MOMENT)).length).toBeGreaterThan(100)
})
