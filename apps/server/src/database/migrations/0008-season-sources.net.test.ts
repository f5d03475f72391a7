import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'
import { migrations } from './all-migrations.ts'

it('tells of seasons that are stored already how deep they are, and which answers made them', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
      '0007-league-credentials',
    )
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 4711, 0, 0)`.execute(db)
    for (const season of [2011, 2012]) {
      await sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at)
        values (1, ${season}, 2, 1, 1, '{}', 0)`.execute(db)
    }
    await sql`insert into season_games (league_id, season, game_id, period, bracket, result, home_team_id,
      home_points, home_adjustment) values (1, 2012, 1, 1, 'regular', 'home', 1, 100, 0)`.execute(db)
    for (const request of ['first', 'second']) {
      await sql`insert into provider_answers (league_id, season, request, fetched_at, sha256, body)
        values (1, 2012, ${request}, 0, '', ${Buffer.from('x')})`.execute(db)
    }
    await migrate(db)
    const seasons = db.selectFrom('seasons').select(['season', 'source', 'depth']).orderBy('season')
    expect(await seasons.execute()).toEqual([
      { season: 2011, source: 'espn', depth: 'standings' },
      { season: 2012, source: 'espn', depth: 'scores' },
    ])
    const answers = db.selectFrom('provider_answers').select('request').orderBy('position')
    expect(await answers.where('position', 'is not', null).execute()).toEqual([
      { request: 'first' },
      { request: 'second' },
    ])
  } finally {
    await db.destroy()
    await drop()
  }
})
