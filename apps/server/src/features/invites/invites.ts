import {
  acceptInvite,
  createInviteLink,
  listInviteLinks,
  readInvite,
  revokeInviteLink,
  undoInviteClaim,
} from '@fieldhouse/contract/invites'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { acceptLink, findInvite, listClaims, undoClaim } from './claims.ts'
import { createLink, listLinks, revokeLink } from './links.ts'

/** Unknown codes that an address may try. */
const UNKNOWN_CODES = { limit: 30, windowMs: 15 * MINUTE_MS }

export const invites = [
  operation(listInviteLinks, async ({ ctx, league: { id } }) => {
    const now = ctx.now()
    const [links, claims] = await Promise.all([listLinks(ctx.db, id, now), listClaims(ctx.db, id, now)])
    return { links: toWire(links), claims: toWire(claims) }
  }),

  operation(createInviteLink, async ({ ctx, league, user, body, reply }) => {
    const { days, max_uses: maxUses = null, needs_approval: needsApproval } = body
    const result = await createLink(ctx.db, league.id, { days, maxUses, needsApproval }, user, ctx.now())
    if (result === 'invite_limit') throw new ApiError(result)
    reply.header('cache-control', 'no-store')
    return {
      message: "Copy the link now. It won't be shown again.",
      path: `/join/${result.code}`,
      created: toWire(result.created),
    }
  }),

  operation(revokeInviteLink, async ({ ctx, league, user, body }) => {
    if (!(await revokeLink(ctx.db, league.id, body.id, user, ctx.now())))
      throw new ApiError('invite_not_found', { message: 'That invite link has already ended.' })
    return { message: "The invite link is revoked. It doesn't work any more." }
  }),

  operation(undoInviteClaim, async ({ ctx, league, user, body: { link, username } }) => {
    if (!(await undoClaim(ctx.db, league.id, link, username, user, ctx.now())))
      throw new ApiError('claim_not_found')
    return { message: `Undid the claim of ${username}. They need your approval to join again.` }
  }),

  /** The teams without a user are sorted by name. */
  operation(readInvite, async ({ ctx, user, body, request, reply }) => {
    const userId = user?.userId ?? null
    const invite = await withKnownCode(ctx, request, () => findInvite(ctx.db, body.code, userId, ctx.now()))
    if (typeof invite === 'string') throw new ApiError(invite)
    const { leagueId, league: name, needsApproval, me } = invite
    const league = await ctx.leagues.get(leagueId)
    const year = league.currentSeason(ctx.now())
    const owners = league.ownerNames(year)
    const teams = league.teams(year)
    const open = teams.filter(({ assignment }) => assignment === null)
    reply.header('cache-control', 'no-store')
    return {
      league: name,
      season: year,
      needs_approval: needsApproval,
      teams: open
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en-US'))
        .map((team) => ({
          league_team_id: team.teamId,
          name: team.name,
          logo: team.logo,
          color: team.color,
          owners: owners.get(team.teamId) ?? [],
        })),
      has_claimed_teams: open.length < teams.length,
      me: me && {
        is_member: me.isMember,
        team: userId === null ? null : (league.teamOf(year, userId)?.name ?? null),
        is_waiting: me.request !== null,
        requested_team_id: me.request?.teamId ?? null,
      },
    }
  }),

  operation(acceptInvite, async ({ ctx, user, body, request }) => {
    const { code, league_team_id: teamId } = body
    const result = await withKnownCode(ctx, request, async () => {
      const accepted = await acceptLink(ctx.db, code, user, teamId, ctx.now())
      return accepted.kind === 'invite_not_found' ? accepted.kind : accepted
    })
    if (result === 'invite_not_found') throw new ApiError(result)
    const { kind } = result
    if (kind !== 'joined' && kind !== 'requested') throw new ApiError(kind)
    const { league } = result
    const message =
      kind === 'joined' ? `Welcome to ${league}.` : `Your commissioner has to approve you for ${league}.`
    return { message, league, outcome: kind }
  }),
]

/** Counts the unknown codes of an address. Throws `too_many_attempts` above the limit. */
async function withKnownCode<Result>(
  ctx: Context,
  { addressBlock }: FastifyRequest,
  use: () => Promise<Result | 'invite_not_found'>,
): Promise<Result | 'invite_not_found'> {
  const bucket = { name: `invite:${addressBlock}`, ...UNKNOWN_CODES }
  const result = await ctx.limiter.attempt([bucket], ctx.now(), async () => {
    const used = await use()
    return used === 'invite_not_found' ? null : { used }
  })
  return result === null ? 'invite_not_found' : result.used
}
