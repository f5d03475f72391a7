import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { nflReader } from '../../repositories/nfl/nfl-reader.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the stored NFL games, whose progress is unknown', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0044-data-versions')
    await sql`insert into nfl_games (game_id, season, week, home_team_id, away_team_id, kickoff_at, is_time_set, state)
      values (401, 2026, 5, 9, 3, 1000, 1, 'in')`.execute(db)
    await migrate(db)
    const [game] = await nflReader(db).listGames(2026, 5)
    expect(game).toMatchObject({ gameId: 401, state: 'in', kickoff: new Date(1000), progress: null })
  } finally {
    await db.destroy()
    await drop()
  }
})
