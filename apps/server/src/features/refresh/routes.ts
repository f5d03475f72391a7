import { listLeagueStatus, refreshLeagues } from '@fieldhouse/contract/refresh'
import { isSiteStaff } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import pLimit from 'p-limit'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { callerOf, leagueToRun } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { LeagueAccessStore } from '../../http/league-access-store.ts'
import type { Caller } from '../../http/session-store.ts'
import { presentStatus } from './present.ts'
import type { Refresher } from './refresher.ts'
import type { LeagueToRefresh, RefreshStore } from './store.ts'

const LEAGUES_AT_ONCE = 3

export type RefreshOptions = {
  db: Db
  store: RefreshStore
  refresher: Refresher
  leagues: LeagueAccessStore
  now: () => Date
}

export const refreshRoutes: FastifyPluginAsyncZod<RefreshOptions> = async (app, options) => {
  const { store, refresher, now } = options

  app.route({
    ...listLeagueStatus,
    async handler(request) {
      const caller = callerOf(request)
      const statuses = await store.statuses(isSiteStaff(caller) ? null : caller.userId, now())
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
      const limit = pLimit(LEAGUES_AT_ONCE)
      const results = await Promise.all(
        leagues.map((league) =>
          limit(async () => ({ league, ...(await refresher.refresh(league, season ?? null)) })),
        ),
      )
      const lines = results.map(
        (each) => `${each.league.name} ${each.season}: ${each.status}, ${each.detail}`,
      )
      const errors = results.flatMap((each) =>
        each.status === 'error' ? [`${each.league.name}: ${each.detail}`] : [],
      )
      return {
        ok: errors.length === 0,
        log: lines.join('\n'),
        error: errors.length === 0 ? null : errors.join('\n'),
      }
    },
  })

  async function leaguesToRefresh(name: string | null, caller: Caller): Promise<LeagueToRefresh[]> {
    if (name !== null) return [await leagueToRun(options.leagues, name, caller)]
    if (!isSiteStaff(caller)) throw new ApiError('not_staff')
    return store.allLeagues()
  }
}
