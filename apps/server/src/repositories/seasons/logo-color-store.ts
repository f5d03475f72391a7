import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'

/** The colors of logos, by the https URL of the logo. */
export interface LogoColorStore {
  /** Stores the color of a logo, as `#rrggbb`. Does nothing if no team has the logo. */
  save(url: string, color: string): Promise<void>
}

export function logoColorStore(db: Db): LogoColorStore {
  return {
    async save(url, color) {
      const team = await db
        .selectFrom('season_teams')
        .select('team_id')
        .where('logo', 'in', [url, url.replace(/^https:/, 'http:')])
        .limit(1)
        .executeTakeFirst()
      if (team === undefined) return
      await db
        .insertInto('logo_colors')
        .values({ url, color })
        .onConflict((conflict) =>
          conflict.column('url').doUpdateSet({ color }).where('logo_colors.color', '<>', color),
        )
        .execute()
    },
  }
}

/** The URL by which the color of a team's logo is stored. */
export function colorKeyOf(logoColumn: string) {
  return sql<string>`replace(${sql.ref(logoColumn)}, 'http://', 'https://')`
}
