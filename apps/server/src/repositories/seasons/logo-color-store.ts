import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { bumpHistoryVersion } from './history-version.ts'

/** The colors of logos, by the https URL of the logo. */
export interface LogoColorStore {
  /** Stores the color of a logo, as `#rrggbb`. Does nothing if no team has the logo. */
  save(url: string, color: string): Promise<void>
}

export function logoColorStore(db: Db): LogoColorStore {
  return {
    async save(url, color) {
      await inTransaction(db, async (transaction) => {
        const leagues = await transaction
          .selectFrom('season_teams')
          .select('league_id')
          .distinct()
          .where('logo', 'in', [url, url.replace(/^https:/, 'http:')])
          .orderBy('league_id')
          .execute()
        if (leagues.length === 0) return
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('logo_colors')
          .values({ url, color })
          .onConflict((conflict) =>
            conflict.column('url').doUpdateSet({ color }).where('logo_colors.color', '<>', color),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 0n) return
        for (const { league_id } of leagues) await bumpHistoryVersion(transaction, league_id)
      })
    },
  }
}

/** The URL by which the color of a team's logo is stored. */
export function colorKeyOf(logoColumn: string) {
  return sql<string>`replace(${sql.ref(logoColumn)}, 'http://', 'https://')`
}
