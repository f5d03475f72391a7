import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps recaps and webhooks of the previous release, and takes webhooks of GroupMe', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0160-keeper-rules')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000), (6, 'Monday', 'monday', 78, 1, 1000)`.execute(db)
    await sql`insert into recaps (league_id, season, week, posted_at) values (5, 2026, 3, 2000)`.execute(db)
    await sql`insert into league_webhooks (league_id, form, address, saved_at) values (5, 'slack', 'x', 1)`.execute(
      db,
    )
    await migrate(db)
    expect(await db.selectFrom('recaps').selectAll().execute()).toEqual([
      { league_id: 5, season: 2026, week: 3, post_id: null, posted_at: 2000, document: null, rewrite: null },
    ])
    expect(await db.selectFrom('leagues').select('recap_sections').where('id', '=', 5).execute()).toEqual([
      { recap_sections: null },
    ])
    await sql`insert into league_webhooks (league_id, form, address, saved_at) values (6, 'groupme', 'y', 1)`.execute(
      db,
    )
    const forms = await db.selectFrom('league_webhooks').select('form').orderBy('league_id').execute()
    expect(forms).toEqual([{ form: 'slack' }, { form: 'groupme' }])
    await expect(sql`update league_webhooks set form = 'fax'`.execute(db)).rejects.toThrow(/check/i)
  } finally {
    await db.destroy()
    await drop()
  }
})
