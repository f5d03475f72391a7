import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('leaves the draft of stored seasons without a date, also of those that the previous release adds', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const insertSeason = (season: number) =>
    sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at, source, depth)
      values (5, ${season}, 2, 0, 0, '{"periods":[],"previousSeasons":[],"findings":[]}', 0, 'espn', 'scores')`.execute(
      db,
    )
  try {
    await migrate(db, '0102-player-lists')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 18254195, 0, 1000)`.execute(db)
    await insertSeason(2025)
    await migrate(db, '0110-draft-dates')
    await insertSeason(2026)
    const { rows } = await sql`select season, draft_at from seasons order by season`.execute(db)
    expect(rows).toEqual([
      { season: 2025, draft_at: null },
      { season: 2026, draft_at: null },
    ])
  } finally {
    await db.destroy()
    await drop()
  }
})
