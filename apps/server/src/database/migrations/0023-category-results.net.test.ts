import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the stored games, whose categories are unknown', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0022-assignments-follow-owners')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 4711, 0, 0)`.execute(db)
    await sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at, source, depth)
      values (1, 2025, 2, 1, 1, '{}', 0, 'espn', 'scores')`.execute(db)
    await sql`insert into season_games (league_id, season, game_id, period, bracket, result, home_team_id, home_points,
      home_adjustment, away_team_id, away_points, away_adjustment)
      values (1, 2025, 7, 1, 'regular', 'home', 1, 10150, 0, 2, 8802, 0)`.execute(db)
    await migrate(db, '0023-category-results')
    const { rows } = await sql`select game_id, home_points, home_categories, away_categories, tied_categories
      from season_games`.execute(db)
    expect(rows).toEqual([
      {
        game_id: 7,
        home_points: 10_150,
        home_categories: null,
        away_categories: null,
        tied_categories: null,
      },
    ])
  } finally {
    await db.destroy()
    await drop()
  }
})
