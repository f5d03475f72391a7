import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'

/** Stores the color of a logo by its https URL, as `#rrggbb`. Does nothing if no team has the logo. */
export async function saveLogoColor(db: Db, url: string, color: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const logos = transaction.selectFrom('league_logos').select('url').where('url', '=', url)
    if ((await logos.limit(1).executeTakeFirst()) === undefined) return
    await transaction
      .insertInto('logo_colors')
      .values({ url, color })
      .onConflict((conflict) =>
        conflict.column('url').doUpdateSet({ color }).where('logo_colors.color', '<>', color),
      )
      .execute()
  })
}

export async function replaceLogos(
  transaction: DbTransaction,
  leagueId: number,
  { season, teams }: Pick<LeagueSeason, 'season' | 'teams'>,
): Promise<void> {
  const urls = [...new Set(teams.flatMap(({ logo }) => logo?.replace(/^http:/, 'https:') ?? []))]
  await transaction
    .deleteFrom('league_logos')
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('url', 'not in', [...urls, ''])
    .execute()
  if (urls.length === 0) return
  await transaction
    .insertInto('league_logos')
    .values(urls.map((url) => ({ league_id: leagueId, season, url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The known colors of the logos of a league, by the https URL of the logo. */
export async function listLogoColors(db: Db, leagueId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('logo_colors')
    .selectAll()
    .where('url', 'in', (eb) => eb.selectFrom('league_logos').select('url').where('league_id', '=', leagueId))
    .execute()
  return new Map(rows.map(({ url, color }) => [url, color]))
}
