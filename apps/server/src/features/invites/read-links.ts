import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { type InviteState, inviteState } from '@fieldhouse/domain/league/invite-links'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { hashToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'

/** How long links that have ended, and claims, are listed. */
export const LISTED_MS = 30 * DAY_MS

/** Unknown codes that an address may try. */
const UNKNOWN_CODES = { limit: 30, windowMs: 15 * MINUTE_MS }

type InviteLinkRow = Selectable<Database['invite_links']>

type OfferedLink = InviteLinkRow & { league: string }

/**
 * A link that the user has used goes on working for them after others have used it up. Throws `too_many_attempts` after
 * many unknown codes from the address.
 */
export async function requireLink(
  { db, limiter, now }: Context,
  { addressBlock }: FastifyRequest,
  code: string,
  userId: number | null,
): Promise<OfferedLink> {
  const bucket = { name: `invite:${addressBlock}`, ...UNKNOWN_CODES }
  const link = await limiter.attempt([bucket], now(), () => findLink(db, code))
  return requireUsable(db, link, userId, now())
}

export async function requireUsable(
  db: Db,
  link: OfferedLink | null,
  userId: number | null,
  now: Date,
): Promise<OfferedLink> {
  if (link === null) throw new ApiError('invite_not_found')
  const state = stateOf(link, now)
  if (state === 'active') return link
  if (state !== 'used_up') throw new ApiError(`invite_${state}`)
  await db
    .selectFrom('invite_uses')
    .select('link_id')
    .where((eb) => eb.and({ link_id: link.id, user_id: userId ?? 0 }))
    .executeTakeFirstOrThrow(() => new ApiError('invite_used_up'))
  return link
}

export async function findLink(db: Db, code: string): Promise<OfferedLink | null> {
  const link = await db
    .selectFrom('invite_links')
    .innerJoin('leagues', 'leagues.id', 'invite_links.league_id')
    .selectAll('invite_links')
    .select('leagues.name as league')
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  return link ?? null
}

/** Whether the link needs an approval, or an admin has undone what the user got through a link of the league. */
export async function requiresApproval(db: Db, link: InviteLinkRow, userId: number): Promise<boolean> {
  if (link.needs_approval === 1) return true
  const undone = await db
    .selectFrom('invite_uses')
    .innerJoin('invite_links', 'invite_links.id', 'invite_uses.link_id')
    .select('link_id')
    .where((eb) => eb.and({ 'invite_uses.user_id': userId, 'invite_links.league_id': link.league_id }))
    .where('undone_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return undone !== undefined
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

/** @param created_by null once the account is deleted */
export function presentLink(row: InviteLinkRow, created_by: string | null, now: Date) {
  return {
    id: row.id,
    created_by,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    uses: row.uses,
    max_uses: row.max_uses,
    needs_approval: row.needs_approval === 1,
    state: stateOf(row, now),
  }
}
