import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTeam } from '@fieldhouse/contract/teams'
import { isOfTeam, isPublic } from '@fieldhouse/domain/rosters/transactions'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { BracketReader } from '../../repositories/seasons/bracket-reader.ts'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentTeam, type TeamOwner } from './present.ts'

export type TeamPageOptions = {
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

type TeamQuery = { season?: number | undefined; week?: number | undefined }

export type FoundTeam = {
  response: ResponseOf<typeof getTeam>
  /** Whether the picture of the owner is still current; null without an owner. */
  hasCurrentPicture: TeamOwner['hasCurrentPicture'] | null
}

export interface TeamPageReader {
  /**
   * The season and the NFL week of the roster default to the current ones. null if the season has no team with this
   * ID.
   */
  find(
    league: { id: number; espnLeagueId: number | null },
    teamId: number,
    query: TeamQuery,
  ): Promise<FoundTeam | null>
}

export function teamPageReader(options: TeamPageOptions): TeamPageReader {
  const { seasons, games, teams, archive, brackets, rosters, players, findOwner, now } = options
  return {
    async find({ id: leagueId, espnLeagueId }, teamId, query) {
      const teamSeasons = await teams.listTeamSeasons(leagueId, teamId)
      const season = query.season ?? (await seasons.getCurrentSeason(leagueId, now()))
      if (!teamSeasons.includes(season)) return null
      const rosterWeek = await rosters.resolveWeek(leagueId, season, query.week)
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
        games.findSchedule(leagueId, season),
        teams.listTeams(leagueId, season),
        teams.listOwnerNames(leagueId, season),
        games.listGames(leagueId, season),
        games.listCompletedWeeks(leagueId, season),
        brackets.getBracket(leagueId, season),
        findOwner(leagueId, season, teamId),
        rosters.findRoster(leagueId, season, rosterWeek, teamId),
        loadTransactions(leagueId, season, teamId),
        rosters.listTeamsInPlay(leagueId, season),
        seasons.getFreshness(leagueId, season),
      ])
      const response = presentTeam(teamId, {
        season,
        seasons: teamSeasons,
        espnLeagueId,
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
      return { response, hasCurrentPicture: owner?.hasCurrentPicture ?? null }
    },
  }

  /** The transactions that everyone may see, newest first, with the players in them. null if none are stored. */
  async function loadTransactions(leagueId: number, season: number, teamId: number) {
    const storedWeeks = await archive.listTransactionWeeks(leagueId, season)
    if (storedWeeks.length === 0) return null
    const all = await archive.listTransactions(leagueId, season)
    const own = all
      .filter((each) => isOfTeam(each, teamId))
      .filter(isPublic)
      .toReversed()
    return {
      own,
      players: await players.findByIds(own.flatMap(({ moves }) => moves.map((move) => move.playerId))),
    }
  }
}
