import { getMySummary, getSnapshot, listStandings } from '@fieldhouse/contract/standings'
import { byRank } from '@fieldhouse/domain/standings'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SeasonReader } from '../../database/season-reader.ts'
import { callerOf, leagueOf } from '../../http/access.ts'
import { presentMyTeam, presentStanding } from './present.ts'
import type { StandingsStore } from './store.ts'

export type StandingsOptions = { store: StandingsStore; seasons: SeasonReader; now: () => Date }

export const standingsRoutes: FastifyPluginAsyncZod<StandingsOptions> = async (
  app,
  { store, seasons, now },
) => {
  app.route({
    ...listStandings,
    async handler(request) {
      const { id } = leagueOf(request)
      const { userId } = callerOf(request)
      const season = request.query.season ?? (await seasons.currentSeason(id, now()))
      const [summary, teams, freshness] = await Promise.all([
        store.seasonOf(id, season),
        store.teamsOf(id, season),
        seasons.freshnessOf(id, season),
      ])
      return {
        season,
        standings: teams.toSorted(byRank).map((team) => presentStanding(team, userId)),
        playoff_teams: summary?.playoffTeams ?? null,
        is_finished: summary?.isFinished ?? false,
        updated_at: freshness.updatedAt?.toISOString() ?? null,
        last_error: freshness.lastError,
      }
    },
  })

  app.route({
    ...getMySummary,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = await seasons.currentSeason(id, now())
      const team = await store.teamOfUser(id, season, callerOf(request).userId)
      return { assigned: team !== null, team: team === null ? null : presentMyTeam(team) }
    },
  })

  app.route({
    ...getSnapshot,
    async handler(request) {
      const { id, espnLeagueId } = leagueOf(request)
      const [newest] = await seasons.seasonsOf(id)
      return {
        payload: newest === undefined ? null : { id: espnLeagueId, leagueId: espnLeagueId, seasonId: newest },
      }
    },
  })
}
