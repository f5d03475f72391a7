import { getMySummary, getSnapshot, listStandings } from '@fieldhouse/contract/standings'
import { byRank } from '@fieldhouse/domain/standings'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SeasonReader } from '../../database/season-reader.ts'
import type { TeamReader } from '../../database/team-reader.ts'
import { callerOf, leagueOf } from '../../http/access.ts'
import { presentMyTeam, presentStanding } from './present.ts'
import type { StandingsStore } from './store.ts'

export type StandingsOptions = {
  store: StandingsStore
  seasons: SeasonReader
  teams: TeamReader
  now: () => Date
}

export const standingsRoutes: FastifyPluginAsyncZod<StandingsOptions> = async (
  app,
  { store, seasons, teams, now },
) => {
  app.route({
    ...listStandings,
    async handler(request) {
      const { id } = leagueOf(request)
      const { userId } = callerOf(request)
      const season = request.query.season ?? (await seasons.currentSeason(id, now()))
      const [summary, rows, freshness] = await Promise.all([
        store.seasonOf(id, season),
        store.teamsOf(id, season),
        seasons.freshnessOf(id, season),
      ])
      return {
        season,
        standings: rows.toSorted(byRank).map((team) => presentStanding(team, userId)),
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
      const team = await teams.teamOfUser(id, season, callerOf(request).userId)
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
