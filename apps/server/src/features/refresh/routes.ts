import {
  acceptZeros,
  getLeaguesRefresh,
  listLeagueStatus,
  refreshLeague,
  refreshLeagues,
} from '@fieldhouse/contract/refresh'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { currentUser, leagueOf, requireManagedLeague } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentRefresh, presentRefreshOfAll, presentStatus } from './present.ts'
import { findRefreshOfAll, refreshAllRequest } from './refresh-all-job.ts'
import { refreshRequester } from './refresh-requester.ts'
import type { RefreshStore } from './store.ts'

export type RefreshOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  jobs: JobRequester
  leagues: LeagueAccessStore
  now: () => Date
}

export const refreshRoutes: Routes<RefreshOptions> = (app, options) => {
  const { store, jobs, now } = options
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
      const { name, season = null, wait_seconds } = request.body
      return name == null ? refreshAll(user, season, wait_seconds) : refreshOne(user, name, season)
    },
  })

  app.route({
    ...refreshLeague,
    handler: (request) => refreshOne(currentUser(request), request.body.name, request.body.season ?? null),
  })

  app.route({
    ...acceptZeros,
    async handler(request) {
      const league = leagueOf(request)
      const { season, week } = request.body
      const user = currentUser(request)
      const outcome = await store.acceptZeros(league.id, { season, week }, user, now())
      if (outcome.kind === 'job_running')
        throw new ApiError(outcome.kind, { message: jobRunningMessage(outcome.job, now()) })
      if (outcome.kind !== 'accepted') throw new ApiError(outcome.kind)
      return refreshAs(user, league, season)
    },
  })

  app.route({
    ...getLeaguesRefresh,
    async handler() {
      return { refresh: presentRefreshOfAll(await findRefreshOfAll(store)) }
    },
  })

  async function refreshOne(user: CurrentUser, name: string, season: number | null) {
    const league = await requireManagedLeague(options.leagues, name, user)
    await recordRequest(user, league.id, season, 1)
    return refreshAs(user, league, season)
  }

  async function refreshAs(user: CurrentUser, league: { id: number; name: string }, season: number | null) {
    const report = await refreshes.waitForReport(await refreshes.request(league.id, season, user.userId))
    return presentRefresh([{ name: league.name, report }], true)
  }

  /** Queues one job that refreshes all leagues, and waits for it no longer than a proxy waits for a response. */
  async function refreshAll(user: CurrentUser, season: number | null, waitSeconds: number) {
    if (!isSiteStaff(user)) throw new ApiError('not_staff')
    const leagues = await store.listLeagues()
    await recordRequest(user, null, season, leagues.length)
    const id = await jobs.request(refreshAllRequest(leagues, season, user.userId))
    const timeout = AbortSignal.timeout(waitSeconds * 1000)
    await jobs.waitForOutcome(id, timeout).catch((error: unknown) => {
      if (!timeout.aborted) throw error
    })
    const refresh = await findRefreshOfAll(store)
    return presentRefresh(refresh?.leagues ?? [], refresh?.endedAt !== null)
  }

  async function recordRequest(
    actor: CurrentUser,
    leagueId: number | null,
    season: number | null,
    leagueCount: number,
  ): Promise<void> {
    await recordAuditEntry(options.db, {
      at: now(),
      actor,
      action: 'league.refresh',
      leagueId,
      detail: { season, leagues: leagueCount },
    })
  }
}
