import type { getMatchup, getMatchupTimeline } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import type { GameReader } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { TimelineReader } from '../../repositories/seasons/timeline-store.ts'
import { type Meeting, presentLeagueMatchup } from './present-league-matchup.ts'
import { type GameWithOpponent, hasOpponent } from './present-matchup.ts'
import { presentTimeline } from './present-timeline.ts'
import type { WeekReader } from './week-reader.ts'

export type MatchupReaderOptions = {
  weeks: WeekReader
  seasons: Pick<SeasonReader, 'listSeasons' | 'getFreshness'>
  games: Pick<GameReader, 'listGames' | 'findSchedule'>
  teams: Pick<TeamReader, 'listOwnerNames'>
  timelines: TimelineReader
  /** The finished games in other seasons between the owners of two teams, oldest first. */
  listOtherMeetings: (leagueId: number, season: number, teamIds: [number, number]) => Promise<Meeting[]>
}

type GameKey = { season: number; week: number; game: number }

/** Reads games between two teams for the API. null for an unknown game. */
export interface MatchupReader {
  find(leagueId: number, game: GameKey): Promise<ResponseOf<typeof getMatchup> | null>
  /** How the game went, which is empty if it was not followed live. */
  findTimeline(leagueId: number, game: GameKey): Promise<ResponseOf<typeof getMatchupTimeline> | null>
}

export function matchupReader(options: MatchupReaderOptions): MatchupReader {
  const { weeks, seasons, games, teams, timelines, listOtherMeetings } = options
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

    async findTimeline(leagueId, { season, week, game: gameId }) {
      const schedule = await games.findSchedule(leagueId, season)
      const period = periodOfNumber({ periods: schedule?.periods ?? [] }, week)
      const weekGames = await games.listGames(leagueId, season, period)
      if (!weekGames.filter(hasOpponent).some((game) => game.gameId === gameId)) return null
      const [points, freshness] = await Promise.all([
        timelines.listPoints(leagueId, season, gameId),
        seasons.getFreshness(leagueId, season),
      ])
      return presentTimeline({ season, week: period, gameId, points, freshness })
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
