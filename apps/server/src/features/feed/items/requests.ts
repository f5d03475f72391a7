import { canManageLeague } from '@fieldhouse/domain/league/roles'
import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../../auth/access.ts'
import type { FeedViewer } from './feed-reader.ts'
import type { Author } from './feed-transaction.ts'

/** The current user as the author of a change to the feed of the league in the path. */
export function authorOf(request: FastifyRequest): Author {
  const { userId, username, isAdmin, isStaff } = currentUser(request)
  const { id, role } = leagueOf(request)
  return { leagueId: id, userId, username, canRunLeague: canManageLeague({ isAdmin, isStaff }, role) }
}

/** The current user as a reader of the feed of the league in the path. */
export function viewerOf(request: FastifyRequest, now: Date): FeedViewer {
  const { leagueId, userId, canRunLeague } = authorOf(request)
  return { leagueId, league: leagueOf(request).name, userId, canRunLeague, now }
}
