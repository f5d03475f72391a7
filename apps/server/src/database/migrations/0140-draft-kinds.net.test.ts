import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { archiveReader } from '../../repositories/seasons/archive-reader.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the drafts of the previous release, whose kind is inferred from their picks', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0102-player-lists')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    await sql`insert into drafts (league_id, season, is_complete, picks, fetched_at)
      values (5, 2025, 1, '[]', 1000)`.execute(db)
    await migrate(db)
    expect(await archiveReader(db).findDraft(5, 2025)).toEqual({ isComplete: true, kind: null, picks: [] })
  } finally {
    await db.destroy()
    await drop()
  }
})
