import { listAuditEntries } from '@fieldhouse/contract/audit'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { currentUser, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import { presentImport } from '../../http/presenters/present-import.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { AuditLogStore, StoredAuditEntry } from './audit-log-store.ts'

export type AuditLogOptions = { store: AuditLogStore; leagues: LeagueAccessStore }

export const auditLogRoutes: Routes<AuditLogOptions> = (app, { store, leagues }) => {
  app.route({
    ...listAuditEntries,
    async handler(request) {
      const { league, actor, action, from, to, older_than: olderThan, imported, limit } = request.query
      const leagueIds = await visibleLeagueIds(currentUser(request), league ?? '')
      const filter = {
        isImported: imported === true,
        leagueIds,
        actor: actor ? actor : null,
        action: action ? action : null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        olderThan: olderThan === undefined ? null : parseCursor(olderThan),
      }
      const [entries, actions] = await Promise.all([store.list(filter, limit), store.listActions(filter)])
      const page = entries.slice(0, limit)
      return {
        acts: page.map(({ leagueImport, ...entry }) => ({
          ...entry,
          at: entry.at.toISOString(),
          ...presentImport(leagueImport),
        })),
        next: entries.length > limit ? toCursor(page.at(-1)) : null,
        actions,
      }
    },
  })

  /** The named league, or every league that the user manages; null for the whole log. */
  async function visibleLeagueIds(user: CurrentUser, name: string): Promise<readonly number[] | null> {
    if (name !== '') return [(await requireManagedLeague(leagues, name, user)).id]
    return isSiteStaff(user) ? null : leagues.listManagedLeagueIds(user.userId)
  }
}

function toCursor(entry: StoredAuditEntry | undefined): string | null {
  return entry === undefined ? null : `${entry.at.getTime()}.${entry.id}`
}

function parseCursor(cursor: string): { at: Date; id: number } {
  const [at = 0, id = 0] = cursor.split('.').map(Number)
  return { at: new Date(at), id }
}
