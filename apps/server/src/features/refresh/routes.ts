import { listLeagueStatus, refreshLeagues } from '@fieldhouse/contract/refresh'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentReports, presentStatus } from './present.ts'
import type { RefreshReport } from './refresh-job.ts'
import { type RequestedRefresh, refreshRequester } from './refresh-requester.ts'
import type { LeagueToRefresh, RefreshStore } from './store.ts'

export type RefreshOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  jobs: JobRequester
  leagues: LeagueAccessStore
  now: () => Date
}

export const refreshRoutes: FastifyPluginAsyncZod<RefreshOptions> = async (app, options) => {
  const { store, now } = options
  const refreshes = refreshRequester(options)

  app.route({
    ...listLeagueStatus,
    async handler(request) {
      const user = currentUser(request)
      const statuses = await store.listStatuses(isSiteStaff(user) ? null : user.userId)
      return { leagues: statuses.map(presentStatus) }
    },
  })

  app.route({
    ...refreshLeagues,
    async handler(request) {
      const user = currentUser(request)
      const { name, season } = request.body
      const leagues = await leaguesToRefresh(name ?? null, user)
      await recordAuditEntry(options.db, {
        at: now(),
        actor: user,
        action: 'league.refresh',
        leagueId: name == null ? null : (leagues[0]?.id ?? null),
        detail: { season: season ?? null, leagues: leagues.length },
      })
      const requested: RequestedRefresh[] = []
      for (const league of leagues)
        requested.push(await refreshes.request(league.id, season ?? null, user.userId))
      const reports: RefreshReport[] = []
      for (const refresh of requested) reports.push(await refreshes.waitForReport(refresh))
      return presentReports(leagues, reports)
    },
  })

  async function leaguesToRefresh(name: string | null, user: CurrentUser): Promise<LeagueToRefresh[]> {
    if (name !== null) return [await requireManagedLeague(options.leagues, name, user)]
    if (!isSiteStaff(user)) throw new ApiError('not_staff')
    return store.listLeagues()
  }
}
