import { listLeagueStatus, refreshLeagues } from '@fieldhouse/contract/refresh'
import { isSiteStaff } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import { callerOf, leagueToRun } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { LeagueAccessStore } from '../../http/league-access-store.ts'
import type { Caller } from '../../http/session-store.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import type { OpenJob } from '../../jobs/league-job-store.ts'
import { presentReports, presentStatus } from './present.ts'
import { RefreshReport } from './refresh-job.ts'
import type { LeagueToRefresh, RefreshStore } from './store.ts'

export type RefreshOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  jobs: Pick<LeagueJobRunner, 'ask' | 'endOf'>
  leagues: LeagueAccessStore
  now: () => Date
}

const RUNNING_ALREADY = {
  refresh: 'A refresh of this league is running already.',
  backfill: 'Past seasons of this league are being read. Refresh it when that is done.',
} as const

/** What became of the wish to refresh a league. */
type Asked = { season: number; job: { id: number } | OpenJob }

export const refreshRoutes: FastifyPluginAsyncZod<RefreshOptions> = async (app, options) => {
  const { store, jobs, now } = options

  app.route({
    ...listLeagueStatus,
    async handler(request) {
      const caller = callerOf(request)
      const statuses = await store.statuses(isSiteStaff(caller) ? null : caller.userId)
      return { leagues: statuses.map(presentStatus) }
    },
  })

  app.route({
    ...refreshLeagues,
    async handler(request) {
      const caller = callerOf(request)
      const { name, season } = request.body
      const leagues = await leaguesToRefresh(name ?? null, caller)
      await recordAct(options.db, {
        at: now(),
        actor: caller,
        action: 'league.refresh',
        leagueId: name == null ? null : (leagues[0]?.id ?? null),
        detail: { season: season ?? null, leagues: leagues.length },
      })
      const asked: Asked[] = []
      for (const league of leagues) asked.push(await ask(league, season ?? null, caller))
      const reports: RefreshReport[] = []
      for (const each of asked) reports.push(await reportOf(each))
      return presentReports(leagues, reports)
    },
  })

  async function ask(league: LeagueToRefresh, season: number | null, caller: Caller): Promise<Asked> {
    const shown = season ?? (await options.seasons.currentSeason(league.id, now()))
    const job = { leagueId: league.id, kind: 'refresh', plan: { season }, askedBy: caller.userId } as const
    return { season: shown, job: await jobs.ask(job) }
  }

  async function reportOf({ season, job }: Asked): Promise<RefreshReport> {
    if ('open' in job) return { season, status: 'skipped', error: null, detail: RUNNING_ALREADY[job.open] }
    const end = await jobs.endOf(job.id)
    const report = RefreshReport.safeParse(end?.result)
    if (report.success) return report.data
    const detail = end?.step ?? 'The league is gone.'
    return { season, status: 'error', error: detail, detail }
  }

  async function leaguesToRefresh(name: string | null, caller: Caller): Promise<LeagueToRefresh[]> {
    if (name !== null) return [await leagueToRun(options.leagues, name, caller)]
    if (!isSiteStaff(caller)) throw new ApiError('not_staff')
    return store.allLeagues()
  }
}
