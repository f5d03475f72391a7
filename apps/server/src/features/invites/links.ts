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

export type NewInviteLink = { days: number; maxUses: number | null; needsApproval: boolean }

export type InviteLinkRow = Selectable<Database['invite_links']>

/** Newest first, with those that ended in the last 30 days. */
export async function listLinks(db: Db, leagueId: number, now: Date) {
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
  return rows.map(({ username, ...row }) => toLink(row, username, now))
}

/** Creates a link, of whose code only the hash is stored. */
export function createLink(
  db: Db,
  leagueId: number,
  { days, maxUses, needsApproval }: NewInviteLink,
  actor: Actor,
  now: Date,
): Promise<{ code: string; created: ReturnType<typeof toLink> } | 'invite_limit'> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const links = await transaction
      .selectFrom('invite_links')
      .selectAll()
      .where('league_id', '=', leagueId)
      .where('expires_at', '>', now.getTime())
      .where('revoked_at', 'is', null)
      .execute()
    if (links.filter((row) => stateOf(row, now) === 'active').length >= MAX_ACTIVE_LINKS)
      return 'invite_limit'
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
    const detail = { id: row.id, days, max_uses: maxUses, needs_approval: needsApproval }
    await recordAuditEntry(transaction, { at: now, actor, action: 'league.create-invite', leagueId, detail })
    return { code, created: toLink(row, actor.username, now) }
  })
}

/** Returns false if the league has no such link that works. */
export function revokeLink(db: Db, leagueId: number, id: number, actor: Actor, now: Date): Promise<boolean> {
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
    const entry = { at: now, actor, action: 'league.revoke-invite', leagueId, detail: { id } } as const
    await recordAuditEntry(transaction, entry)
    return true
  })
}

export function stateOf(row: InviteLinkRow, now: Date): InviteState {
  const limits = {
    expiresAt: new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
    uses: row.uses,
    maxUses: row.max_uses,
  }
  return inviteState(limits, now)
}

/** @param createdBy null once the account is deleted */
function toLink(row: InviteLinkRow, createdBy: string | null, now: Date) {
  return {
    id: row.id,
    createdBy,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    uses: row.uses,
    maxUses: row.max_uses,
    needsApproval: row.needs_approval === 1,
    state: stateOf(row, now),
  }
}
