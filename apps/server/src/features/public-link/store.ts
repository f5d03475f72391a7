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

/** The address at which outsiders read a league. Each league has at most one. */
export interface PublicLinkStore {
  /** null while the link is off. */
  find(leagueId: number): Promise<PublicLink | null>
  /** Turns the link on, or replaces its address. Of its code, only the hash is stored. */
  create(
    leagueId: number,
    showsOwners: boolean,
    actor: Actor,
    now: Date,
  ): Promise<{ code: string; link: PublicLink }>
  /** Returns false while the link is off. */
  setShowsOwners(leagueId: number, showsOwners: boolean, actor: Actor, now: Date): Promise<boolean>
  /** Returns false while the link is off. */
  revoke(leagueId: number, actor: Actor, now: Date): Promise<boolean>
  /** null for a code that no link has, or no longer. */
  findLeague(code: string): Promise<PublicLeague | null>
}

export function publicLinkStore(db: Db): PublicLinkStore {
  return {
    async find(leagueId) {
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
    },

    create(leagueId, showsOwners, actor, now) {
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
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.create-public-link',
          leagueId,
          detail: { shows_owners: showsOwners },
        })
        return { code, link: { showsOwners, createdAt: now, createdBy: actor.username } }
      })
    },

    setShowsOwners(leagueId, showsOwners, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const { numUpdatedRows } = await transaction
          .updateTable('public_links')
          .set({ shows_owners: showsOwners ? 1 : 0 })
          .where('league_id', '=', leagueId)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.save-public-link',
          leagueId,
          detail: { shows_owners: showsOwners },
        })
        return true
      })
    },

    revoke(leagueId, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const { numDeletedRows } = await transaction
          .deleteFrom('public_links')
          .where('league_id', '=', leagueId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.revoke-public-link',
          leagueId,
          detail: {},
        })
        return true
      })
    },

    async findLeague(code) {
      const row = await db
        .selectFrom('public_links')
        .innerJoin('leagues', 'leagues.id', 'public_links.league_id')
        .select(['leagues.id', 'leagues.name', 'public_links.shows_owners'])
        .where('code_hash', '=', hashToken(code))
        .executeTakeFirst()
      if (row === undefined) return null
      return { id: row.id, name: row.name, showsOwners: row.shows_owners === 1 }
    },
  }
}
