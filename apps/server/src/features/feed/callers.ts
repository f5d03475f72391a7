import { canManageLeague } from '@fieldhouse/domain/roles'
import type { FastifyRequest } from 'fastify'
import { callerOf, leagueOf } from '../../http/access.ts'
import type { Author } from './changes.ts'
import type { Reader } from './feed-reader.ts'

/** The caller, as one who changes the feed of the league in the path. */
export function authorOf(request: FastifyRequest): Author {
  const { userId, username, isAdmin, isStaff } = callerOf(request)
  const { id, role } = leagueOf(request)
  return { leagueId: id, userId, username, canRunLeague: canManageLeague({ isAdmin, isStaff }, role) }
}

/** The caller, as one who reads the feed of the league in the path. */
export function readerOf(request: FastifyRequest, now: Date): Reader {
  const { leagueId, userId, canRunLeague: canRun } = authorOf(request)
  return { leagueId, league: leagueOf(request).name, userId, canRunLeague: canRun, now }
}
