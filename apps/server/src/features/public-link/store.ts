import { hashToken, newLinkCode } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

export type PublicLink = {
  showsOwners: boolean
  createdAt: Date
  /** null once the account is deleted. */
  createdBy: string | null
}

/** A league as its public link opens it. */
export type PublicLeague = { id: number; name: string; showsOwners: boolean }

/** The address at which outsiders read a league, of which each has at most one. null while it is off. */
export async function findLink(db: Db, leagueId: number): Promise<PublicLink | null> {
  const row = await db
    .selectFrom('public_links')
    .leftJoin('users', 'users.id', 'public_links.created_by')
    .select(['public_links.shows_owners', 'public_links.created_at', 'users.username'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    showsOwners: row.shows_owners === 1,
    createdAt: new Date(row.created_at),
    createdBy: row.username,
  }
}

/** Turns the link on, or replaces its address. Of its code, only the hash is stored. */
export function createLink(
  db: Db,
  leagueId: number,
  showsOwners: boolean,
  actor: Actor,
  now: Date,
): Promise<{ code: string; link: PublicLink }> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const code = newLinkCode()
    const values = {
      code_hash: hashToken(code),
      shows_owners: showsOwners ? 1 : 0,
      created_at: now.getTime(),
      created_by: actor.userId,
    }
    await transaction
      .insertInto('public_links')
      .values({ league_id: leagueId, ...values })
      .onConflict((conflict) => conflict.column('league_id').doUpdateSet(values))
      .execute()
    const detail = { shows_owners: showsOwners }
    const action = 'league.create-public-link'
    await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
    return { code, link: { showsOwners, createdAt: now, createdBy: actor.username } }
  })
}

/** Returns false while the link is off. */
export function setShowsOwners(
  db: Db,
  leagueId: number,
  showsOwners: boolean,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const { numUpdatedRows } = await transaction
      .updateTable('public_links')
      .set({ shows_owners: showsOwners ? 1 : 0 })
      .where('league_id', '=', leagueId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    const detail = { shows_owners: showsOwners }
    const action = 'league.save-public-link'
    await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail })
    return true
  })
}

/** Returns false while the link is off. */
export function revokeLink(db: Db, leagueId: number, actor: Actor, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const { numDeletedRows } = await transaction
      .deleteFrom('public_links')
      .where('league_id', '=', leagueId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    const action = 'league.revoke-public-link'
    await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail: {} })
    return true
  })
}

/** null for a code that no link has, or no longer. */
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
