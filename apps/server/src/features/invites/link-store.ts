import { DAY_MS } from '@fieldhouse/domain/duration'
import { type InviteState, inviteState } from '@fieldhouse/domain/league/invite-links'
import type { Selectable } from 'kysely'
import { hashToken, newLinkCode } from '../../crypto/tokens.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

/** Per league. */
const MAX_ACTIVE_LINKS = 20

/** How long links that have ended, and claims, are listed. */
export const LISTED_MS = 30 * DAY_MS

export type InviteLink = {
  id: number
  /** null once the account is deleted. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  uses: number
  maxUses: number | null
  needsApproval: boolean
  state: InviteState
}

export type NewInviteLink = { days: number; maxUses: number | null; needsApproval: boolean }

/** The invite links of a league, for its admins. */
export interface InviteLinkStore {
  /** Newest first, with those that ended in the last 30 days. */
  listLinks(leagueId: number, now: Date): Promise<InviteLink[]>
  /** Creates a link, of whose code only the hash is stored. */
  create(
    leagueId: number,
    link: NewInviteLink,
    actor: Actor,
    now: Date,
  ): Promise<{ code: string; created: InviteLink } | 'invite_limit'>
  /** Returns false if the league has no such link that works. */
  revoke(leagueId: number, id: number, actor: Actor, now: Date): Promise<boolean>
}

export function inviteLinkStore(db: Db): InviteLinkStore {
  return {
    async listLinks(leagueId, now) {
      const since = now.getTime() - LISTED_MS
      const rows = await db
        .selectFrom('invite_links')
        .leftJoin('users', 'users.id', 'invite_links.created_by')
        .selectAll('invite_links')
        .select('users.username')
        .where('league_id', '=', leagueId)
        .where('expires_at', '>', since)
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
        .orderBy('invite_links.created_at', 'desc')
        .orderBy('invite_links.id', 'desc')
        .execute()
      return rows.map((row) => toLink(row, now))
    },

    create(leagueId, { days, maxUses, needsApproval }, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const links = await transaction
          .selectFrom('invite_links')
          .selectAll()
          .where('league_id', '=', leagueId)
          .where('expires_at', '>', now.getTime())
          .where('revoked_at', 'is', null)
          .execute()
        const active = links.filter((row) => toLink({ ...row, username: null }, now).state === 'active')
        if (active.length >= MAX_ACTIVE_LINKS) return 'invite_limit'
        const code = newLinkCode()
        const row = await transaction
          .insertInto('invite_links')
          .values({
            league_id: leagueId,
            code_hash: hashToken(code),
            created_by: actor.userId,
            created_at: now.getTime(),
            expires_at: now.getTime() + days * DAY_MS,
            revoked_at: null,
            uses: 0,
            max_uses: maxUses,
            needs_approval: needsApproval ? 1 : 0,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.create-invite',
          leagueId,
          detail: { id: row.id, days, max_uses: maxUses, needs_approval: needsApproval },
        })
        return { code, created: toLink({ ...row, username: actor.username }, now) }
      })
    },

    revoke(leagueId, id, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        const revoked = await transaction
          .updateTable('invite_links')
          .set({ revoked_at: now.getTime() })
          .where('id', '=', id)
          .where('league_id', '=', leagueId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now.getTime())
          .returning('id')
          .executeTakeFirst()
        if (revoked === undefined) return false
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.revoke-invite',
          leagueId,
          detail: { id },
        })
        return true
      })
    },
  }
}

export type InviteLinkRow = Selectable<Database['invite_links']>

export function stateOf(row: InviteLinkRow, now: Date): InviteState {
  const limits = {
    expiresAt: new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
    uses: row.uses,
    maxUses: row.max_uses,
  }
  return inviteState(limits, now)
}

function toLink(row: InviteLinkRow & { username: string | null }, now: Date): InviteLink {
  return {
    id: row.id,
    createdBy: row.username,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    uses: row.uses,
    maxUses: row.max_uses,
    needsApproval: row.needs_approval === 1,
    state: stateOf(row, now),
  }
}
