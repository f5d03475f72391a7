import type { getMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { type Meeting, presentLeagueMatchup } from './present-league-matchup.ts'
import { type GameWithOpponent, hasOpponent } from './present-matchup.ts'
import type { WeekReader } from './week-reader.ts'

export type MatchupReaderOptions = {
  weeks: WeekReader
  seasons: Pick<SeasonReader, 'listSeasons'>
  games: Pick<GameReader, 'listGames'>
  teams: Pick<TeamReader, 'listOwnerNames'>
  /** The finished games in other seasons between the owners of two teams, oldest first. */
  listOtherMeetings: (leagueId: number, season: number, teamIds: [number, number]) => Promise<Meeting[]>
}

export interface MatchupReader {
  /** null if there is no such game between two teams. */
  find(
    leagueId: number,
    game: { season: number; week: number; game: number },
  ): Promise<ResponseOf<typeof getMatchup> | null>
}

export function matchupReader(options: MatchupReaderOptions): MatchupReader {
  const { weeks, seasons, games, teams, listOtherMeetings } = options
  return {
    async find(leagueId, { season, week, game: gameId }) {
      const view = await weeks.readWeek(leagueId, { season, week })
      const game = view.games.filter(hasOpponent).find((candidate) => candidate.gameId === gameId)
      if (game === undefined) return null
      const [owners, storedSeasons, meetings] = await Promise.all([
        teams.listOwnerNames(leagueId, season),
        seasons.listSeasons(leagueId),
        listMeetings(leagueId, season, game),
      ])
      return presentLeagueMatchup(game, { ...view, owners, seasons: storedSeasons, meetings })
    },
  }

  async function listMeetings(
    leagueId: number,
    season: number,
    { home, away }: GameWithOpponent,
  ): Promise<Meeting[]> {
    const [seasonGames, others] = await Promise.all([
      games.listGames(leagueId, season),
      listOtherMeetings(leagueId, season, [home.teamId, away.teamId]),
    ])
    const isSamePair = (game: GameWithOpponent) =>
      [game.home, game.away].every(({ teamId }) => teamId === home.teamId || teamId === away.teamId)
    const own = seasonGames
      .filter(hasOpponent)
      .filter(isSamePair)
      .map(({ period, gameId }) => ({ season, period, gameId }))
    return [...others, ...own].sort(
      (a, b) => a.season - b.season || a.period - b.period || a.gameId - b.gameId,
    )
  }
}
