import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findProviderLeague, listSources } from '../../repositories/leagues/league-sources.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('makes the ESPN league of each league its source for all seasons, also of one that the previous release adds', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  const insertLeague = (id: number, name: string, espnId: number) =>
    sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (${id}, ${name}, ${name}, ${espnId}, 0, 1000)`.execute(db)
  try {
    await migrate(db, '0084-public-links')
    await insertLeague(5, 'Sunday', 18254195)
    for (const [season, source] of [
      [2011, 'csv'],
      [2012, 'upload'],
      [2025, 'espn'],
    ] as const)
      await sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at, source,
        depth) values (5, ${season}, 2, 1, 1, '{}', 0, ${source}, 'scores')`.execute(db)
    await migrate(db)
    const source = { provider: 'espn', firstSeason: null, lastSeason: null }
    expect(await listSources(db, 5)).toEqual([{ ...source, id: 1, leagueId: '18254195' }])
    expect(
      await db.selectFrom('seasons').select(['season', 'provider', 'provider_league_id']).execute(),
    ).toEqual([
      { season: 2011, provider: null, provider_league_id: null },
      { season: 2012, provider: 'espn', provider_league_id: '18254195' },
      { season: 2025, provider: 'espn', provider_league_id: '18254195' },
    ])
    await insertLeague(6, 'Monday', 77)
    expect(await listSources(db, 6)).toEqual([{ ...source, id: 0, leagueId: '77' }])
    expect(await findProviderLeague(db, 6, 2026)).toEqual({ id: 6, provider: 'espn', providerLeagueId: '77' })
    await sql`delete from leagues where id = 5`.execute(db)
    expect(await db.selectFrom('league_sources').selectAll().execute()).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
