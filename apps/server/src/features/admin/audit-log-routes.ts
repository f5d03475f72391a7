import { listAuditEntries } from '@fieldhouse/contract/audit'
import { isSiteStaff } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, requireManagedLeague } from '../../http/access.ts'
import type { LeagueAccessStore } from '../../http/league-access-store.ts'
import type { CurrentUser } from '../../http/session-store.ts'
import type { AuditLogStore, StoredAuditEntry } from './audit-log-store.ts'

export type AuditLogOptions = { store: AuditLogStore; leagues: LeagueAccessStore }

export const auditLogRoutes: FastifyPluginAsyncZod<AuditLogOptions> = async (app, { store, leagues }) => {
  app.route({
    ...listAuditEntries,
    async handler(request) {
      const { league, actor, action, from, to, older_than: olderThan, limit } = request.query
      const leagueIds = await visibleLeagueIds(currentUser(request), league ?? '')
      const filter = {
        leagueIds,
        actor: actor ? actor : null,
        action: action ? action : null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        olderThan: olderThan === undefined ? null : parseCursor(olderThan),
      }
      const [acts, actions] = await Promise.all([store.list(filter, limit), store.listActions(leagueIds)])
      const shown = acts.slice(0, limit)
      return {
        acts: shown.map((act) => ({ ...act, at: act.at.toISOString() })),
        next: acts.length > limit ? toCursor(shown.at(-1)) : null,
        actions,
      }
    },
  })

  /** The asked league, else all that the caller runs; null for everything. */
  async function visibleLeagueIds(caller: CurrentUser, name: string): Promise<readonly number[] | null> {
    if (name !== '') return [(await requireManagedLeague(leagues, name, caller)).id]
    return isSiteStaff(caller) ? null : leagues.listManagedLeagueIds(caller.userId)
  }
}

function toCursor(act: StoredAuditEntry | undefined): string | null {
  return act === undefined ? null : `${act.at.getTime()}.${act.id}`
}

function parseCursor(cursor: string): { at: Date; id: number } {
  const [at = 0, id = 0] = cursor.split('.').map(Number)
  return { at: new Date(at), id }
}
