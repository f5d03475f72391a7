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
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { RateLimiter } from '../../auth/rate-limiter.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { InviteClaimStore } from './claim-store.ts'
import type { InviteLinkStore } from './link-store.ts'
import { presentInvite, presentInviteClaim, presentInviteLink } from './present.ts'

export type InvitesOptions = {
  links: InviteLinkStore
  claims: InviteClaimStore
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  teams: Pick<TeamReader, 'listTeams' | 'listOwnerNames'>
  limiter: RateLimiter
  now: () => Date
}

/** Unknown codes that an address may try. */
const UNKNOWN_CODES = { limit: 30, windowMs: 15 * MINUTE_MS }

export const invitesRoutes: Routes<InvitesOptions> = (app, options) => {
  const { links, claims, seasons, teams, limiter, now } = options

  app.route({
    ...listInviteLinks,
    async handler(request) {
      const { id } = leagueOf(request)
      const [list, made] = await Promise.all([links.listLinks(id, now()), claims.listClaims(id, now())])
      return { links: list.map(presentInviteLink), claims: made.map(presentInviteClaim) }
    },
  })

  app.route({
    ...createInviteLink,
    async handler(request, reply) {
      const { days, max_uses: maxUses = null, needs_approval: needsApproval } = request.body
      const link = { days, maxUses, needsApproval }
      const result = await links.create(leagueOf(request).id, link, currentUser(request), now())
      if (result === 'invite_limit') throw new ApiError(result)
      reply.header('cache-control', 'no-store')
      return {
        message: "Copy the link now. It won't be shown again.",
        path: `/join/${result.code}`,
        created: presentInviteLink(result.created),
      }
    },
  })

  app.route({
    ...revokeInviteLink,
    async handler(request) {
      const isRevoked = await links.revoke(leagueOf(request).id, request.body.id, currentUser(request), now())
      if (!isRevoked)
        throw new ApiError('invite_not_found', { message: 'That invite link has already ended.' })
      return { message: "The invite link is revoked. It doesn't work any more." }
    },
  })

  app.route({
    ...undoInviteClaim,
    async handler(request) {
      const { link: linkId, username } = request.body
      const claim = { linkId, username }
      if (!(await claims.undo(leagueOf(request).id, claim, currentUser(request), now())))
        throw new ApiError('claim_not_found')
      return { message: `Undid the claim of ${username}. They need your approval to join again.` }
    },
  })

  app.route({
    ...readInvite,
    async handler(request, reply) {
      const userId = request.currentUser?.userId ?? null
      const invite = await withKnownCode(request, (code) => claims.read(code, userId, now()))
      if (typeof invite === 'string') throw new ApiError(invite)
      const season = await seasons.getCurrentSeason(invite.leagueId, now())
      const [list, owners] = await Promise.all([
        teams.listTeams(invite.leagueId, season),
        teams.listOwnerNames(invite.leagueId, season),
      ])
      reply.header('cache-control', 'no-store')
      return presentInvite(invite, season, list, owners, userId)
    },
  })

  app.route({
    ...acceptInvite,
    async handler(request) {
      const { league_team_id: teamId } = request.body
      const result = await withKnownCode(request, async (code) => {
        const accepted = await claims.accept(code, currentUser(request), teamId, now())
        return accepted.kind === 'invite_not_found' ? accepted.kind : accepted
      })
      if (result === 'invite_not_found') throw new ApiError(result)
      const { kind } = result
      if (kind === 'joined')
        return { message: `Welcome to ${result.league}.`, league: result.league, outcome: kind }
      if (kind === 'requested')
        return {
          message: `Your commissioner has to approve you for ${result.league}.`,
          league: result.league,
          outcome: kind,
        }
      throw new ApiError(kind)
    },
  })

  /** Counts the unknown codes of an address. Throws `too_many_attempts` above the limit. */
  async function withKnownCode<Result>(
    request: Pick<FastifyRequest, 'addressBlock'> & { body: { code: string } },
    use: (code: string) => Promise<Result | 'invite_not_found'>,
  ): Promise<Result | 'invite_not_found'> {
    const bucket = { name: `invite:${request.addressBlock}`, ...UNKNOWN_CODES }
    const result = await limiter.attempt([bucket], now(), async () => {
      const used = await use(request.body.code)
      return used === 'invite_not_found' ? null : { used }
    })
    return result === null ? 'invite_not_found' : result.used
  }
}
