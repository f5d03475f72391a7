import { listAuditEntries } from '@fieldhouse/contract/audit'
import { isSiteStaff } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf, leagueToRun } from '../../http/access.ts'
import type { LeagueAccessStore } from '../../http/league-access-store.ts'
import type { Caller } from '../../http/session-store.ts'
import type { ActStore, RecordedAct } from './act-store.ts'

export type ActOptions = { store: ActStore; leagues: LeagueAccessStore }

export const actRoutes: FastifyPluginAsyncZod<ActOptions> = async (app, { store, leagues }) => {
  app.route({
    ...listAuditEntries,
    async handler(request) {
      const { league, actor, action, from, to, older_than: olderThan, limit } = request.query
      const leagueIds = await leagueIdsFor(callerOf(request), league ?? '')
      const filter = {
        leagueIds,
        actor: actor ? actor : null,
        action: action ? action : null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        olderThan: olderThan === undefined ? null : placeOf(olderThan),
      }
      const [acts, actions] = await Promise.all([store.list(filter, limit), store.actions(leagueIds)])
      const shown = acts.slice(0, limit)
      return {
        acts: shown.map((act) => ({ ...act, at: act.at.toISOString() })),
        next: acts.length > limit ? cursorOf(shown.at(-1)) : null,
        actions,
      }
    },
  })

  /** The asked league, else all that the caller runs; null for everything. */
  async function leagueIdsFor(caller: Caller, name: string): Promise<readonly number[] | null> {
    if (name !== '') return [(await leagueToRun(leagues, name, caller)).id]
    return isSiteStaff(caller) ? null : leagues.idsRunBy(caller.userId)
  }
}

function cursorOf(act: RecordedAct | undefined): string | null {
  return act === undefined ? null : `${act.at.getTime()}.${act.id}`
}

function placeOf(cursor: string): { at: Date; id: number } {
  const [at = 0, id = 0] = cursor.split('.').map(Number)
  return { at: new Date(at), id }
}
