import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { AuditContext } from './store.ts'

export function auditContextOf(request: FastifyRequest, now: () => Date): AuditContext {
  return { leagueId: leagueOf(request).id, actor: currentUser(request), now: now() }
}
