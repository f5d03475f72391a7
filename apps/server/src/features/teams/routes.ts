import { getTeam } from '@fieldhouse/contract/teams'
import { isPublic } from '@fieldhouse/domain/rosters/transactions'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { BracketReader } from '../../repositories/seasons/bracket-reader.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentTeam, type TeamOwner } from './present.ts'

export type TeamsOptions = {
  seasons: SeasonReader
  games: GameReader
  teams: TeamReader
  archive: Pick<ArchiveReader, 'listTransactionWeeks' | 'listTransactions'>
  brackets: BracketReader
  rosters: RosterReader
  players: Pick<PlayerReader, 'findByIds'>
  /** The owner of a team in the league's history; null for a team without an owner. */
  findOwner: (leagueId: number, season: number, teamId: number) => Promise<TeamOwner | null>
  now: () => Date
}

export const teamsRoutes: FastifyPluginAsyncZod<TeamsOptions> = async (app, options) => {
  const { seasons, games, teams, archive, brackets, rosters, players, findOwner, now } = options

  app.route({
    ...getTeam,
    async handler(request) {
      const league = leagueOf(request)
      const teamId = request.params.team
      const teamSeasons = await teams.listTeamSeasons(league.id, teamId)
      const season = request.query.season ?? (await seasons.getCurrentSeason(league.id, now()))
      if (!teamSeasons.includes(season)) throw new ApiError('team_not_found')
      const rosterWeek = await rosters.resolveWeek(league.id, season, request.query.week)
      const [
        schedule,
        seasonTeams,
        owners,
        seasonGames,
        weeks,
        bracket,
        owner,
        roster,
        transactions,
        teamsInPlay,
        freshness,
      ] = await Promise.all([
        games.findSchedule(league.id, season),
        teams.listTeams(league.id, season),
        teams.listOwnerNames(league.id, season),
        games.listGames(league.id, season),
        games.listCompletedWeeks(league.id, season),
        brackets.getBracket(league.id, season),
        findOwner(league.id, season, teamId),
        rosters.findRoster(league.id, season, rosterWeek, teamId),
        loadTransactions(league.id, season, teamId),
        rosters.listTeamsInPlay(league.id, season),
        seasons.getFreshness(league.id, season),
      ])
      if (owner !== null) request.revalidate = owner.hasCurrentPicture
      return presentTeam(teamId, {
        season,
        seasons: teamSeasons,
        espnLeagueId: league.espnLeagueId,
        schedule,
        teams: seasonTeams,
        owners,
        owner,
        games: seasonGames,
        rounds: playoffRounds(bracket),
        teamsInPlay,
        weeks,
        rosterWeek,
        roster,
        transactions,
        freshness,
      })
    },
  })

  /** The transactions that everyone may see, newest first, with the players in them. null if none are stored. */
  async function loadTransactions(leagueId: number, season: number, teamId: number) {
    const storedWeeks = await archive.listTransactionWeeks(leagueId, season)
    if (storedWeeks.length === 0) return null
    const all = await archive.listTransactions(leagueId, season)
    const own = all
      .filter(isPublic)
      .filter(
        (each) =>
          each.teamId === teamId ||
          each.moves.some(({ fromTeamId, toTeamId }) => fromTeamId === teamId || toTeamId === teamId),
      )
      .toReversed()
    return {
      own,
      players: await players.findByIds(own.flatMap(({ moves }) => moves.map((move) => move.playerId))),
    }
  }
}
