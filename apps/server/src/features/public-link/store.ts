import { hashToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'

export type PublicLeague = { id: number; name: string; showsOwners: boolean }

export async function findPublicLeague(db: Db, code: string): Promise<PublicLeague | null> {
  const row = await db
    .selectFrom('public_links')
    .innerJoin('leagues', 'leagues.id', 'public_links.league_id')
    .select(['leagues.id', 'leagues.name', 'public_links.shows_owners'])
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, name: row.name, showsOwners: row.shows_owners === 1 }
}
