import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { gameReader } from '../../repositories/seasons/game-reader.ts'
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
    await migrate(db)
    await insertSeason(2026)
    const draftAt = async (season: number) => (await gameReader(db).findSchedule(5, season))?.draftAt
    expect([await draftAt(2025), await draftAt(2026)]).toEqual([null, null])
    await db.updateTable('seasons').set({ draft_at: 1_788_590_700_000 }).where('season', '=', 2026).execute()
    expect(await draftAt(2026)).toEqual(new Date('2026-09-05T06:45:00Z'))
  } finally {
    await db.destroy()
    await drop()
  }
})
