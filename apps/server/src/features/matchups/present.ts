import type { getMyMatchup, getScoreboard } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import type { StoredGame } from '../../repositories/seasons/game-reader.ts'
import {
  byImportance,
  hasOpponent,
  presentLineupWeek,
  presentMatchup,
  presentTeam,
} from './present-matchup.ts'
import type { LeagueWeek } from './week-reader.ts'

/** A week for a user, whose team gets `is_mine`; null for nobody. */
type MyWeekView = LeagueWeek & { userId: number | null }

/** The current user's matchup and bye come first, then the playoff games by importance. */
export function presentScoreboard(view: MyWeekView): ResponseOf<typeof getScoreboard> {
  const isMine = (game: StoredGame) =>
    [game.home, game.away].some((side) => side !== null && isMyTeam(side.teamId, view))
  const presentIdle = (teamIds: readonly number[]) =>
    teamIds
      .map((teamId) => presentIdentity(teamId, view))
      .sort((a, b) => Number(b.is_mine) - Number(a.is_mine))
  return {
    ...presentWeek(view),
    matchups: view.games
      .filter(hasOpponent)
      .toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)) || byImportance(view)(a, b))
      .map((game) => presentMatchup(game, view, (teamId) => ({ is_mine: isMyTeam(teamId, view) }))),
    byes: presentIdle(teamsOnBye(view)),
    no_game: presentIdle(teamsWithoutGame(view)),
    scores: view.scores
      .toSorted((a, b) => b.points - a.points || a.teamId - b.teamId)
      .map(({ teamId, points }) => ({ ...presentIdentity(teamId, view), score: pointsToDecimal(points) })),
  }
}

export function presentMyWeek(view: MyWeekView): ResponseOf<typeof getMyMatchup> {
  const myTeam = view.teams.find((team) => team.assignment?.userId === view.userId)
  const game = view.games
    .filter(hasOpponent)
    .find(({ home, away }) => [home.teamId, away.teamId].includes(myTeam?.teamId ?? Number.NaN))
  return {
    ...presentWeek(hasMatchups(view.format) ? view : { ...view, period: null, periods: [] }),
    assigned: myTeam !== undefined,
    matchup:
      game === undefined
        ? null
        : {
            ...presentMatchup(game, view, (teamId) => ({
              is_mine: isMyTeam(teamId, view),
              lineup: presentLineup(view.lineups, teamId, view.nflWeek),
            })),
            ...presentLineupWeek(game, view),
          },
    no_matchup: game === undefined && myTeam !== undefined ? idleReason(myTeam.teamId, view) : null,
  }
}

function idleReason(teamId: number, view: LeagueWeek): 'bye' | 'no_game' | null {
  if (teamsOnBye(view).includes(teamId)) return 'bye'
  return teamsWithoutGame(view).includes(teamId) ? 'no_game' : null
}

function teamsOnBye({ games }: LeagueWeek): number[] {
  return games.filter(({ away }) => away === null).map(({ home }) => home.teamId)
}

/** The provider leaves out eliminated teams. Before a week, their games may not be known yet. */
function teamsWithoutGame({ games, teams, isPlanned }: LeagueWeek): number[] {
  if (games.length === 0 || isPlanned) return []
  const scheduled = new Set(games.flatMap(({ home, away }) => [home.teamId, away?.teamId]))
  return teams.map(({ teamId }) => teamId).filter((teamId) => !scheduled.has(teamId))
}

function presentWeek({ season, format, period, periods, freshness }: LeagueWeek) {
  return {
    season,
    scoring_format: format,
    week: period,
    weeks: periods,
    ...presentFreshness(freshness),
  }
}

function presentIdentity(teamId: number, view: MyWeekView) {
  return { ...presentTeam(teamId, view), is_mine: isMyTeam(teamId, view) }
}

function isMyTeam(teamId: number, { teams, userId }: MyWeekView): boolean {
  return teams.find((team) => team.teamId === teamId)?.assignment?.userId === userId
}
