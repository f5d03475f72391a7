import type { FastifyRequest } from 'fastify'
import { callerOf, leagueOf } from '../../http/access.ts'
import type { Deed } from './store.ts'

export function deedIn(request: FastifyRequest, now: () => Date): Deed {
  return { leagueId: leagueOf(request).id, actor: callerOf(request), now: now() }
}
