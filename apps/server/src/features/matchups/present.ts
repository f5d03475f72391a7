import type { Matchup, MatchupTeam } from '@fieldhouse/contract/matchups'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { type MatchupView, type SideView, toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import type { GameResult } from '@fieldhouse/domain/seasons/season'
import type { StoredGame, StoredSide } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

export type GameWithOpponent = StoredGame & { away: StoredSide }

/** The data needed to present a week's games. */
export type WeekContext = {
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  nflWeeks: number[]
  /** The current user, whose team gets `is_mine`. */
  userId: number
}

export function presentMatchup(game: GameWithOpponent, context: WeekContext): Matchup {
  const view = toView(game, context)
  return {
    id: game.gameId,
    status: statusLabel(view, game.result),
    state: view.state,
    result: game.result === 'undecided' ? null : game.result,
    is_playoff: game.bracket !== 'regular',
    nfl_weeks: context.nflWeeks,
    away: { ...presentTeam(game.away.teamId, context), ...presentSide(view.away) },
    home: { ...presentTeam(game.home.teamId, context), ...presentSide(view.home) },
  }
}

/** A team's identity on a card. A team missing from the season is named after its id, as in 'Team 7'. */
export function presentTeam(teamId: number, { teams, userId }: WeekContext) {
  const team = teams.find((candidate) => candidate.teamId === teamId)
  return {
    team_id: teamId,
    name: team?.name ?? `Team ${teamId}`,
    logo: team?.logo ?? null,
    is_mine: team?.assignment?.userId === userId,
  }
}

function presentSide({
  score,
  projected,
  winProbability,
}: SideView): Pick<MatchupTeam, 'score' | 'proj' | 'win_chance'> {
  return {
    score: pointsToDecimalOrNull(score),
    proj: pointsToDecimalOrNull(projected),
    win_chance: winProbability,
  }
}

function toView({ result, home, away }: GameWithOpponent, { lineups, nflWeeks }: WeekContext): MatchupView {
  const lineupOf = (side: StoredSide) => lineups.find((lineup) => lineup.teamId === side.teamId)
  const entries = [home, away].flatMap((side) => lineupOf(side)?.entries ?? [])
  // The provider projects a game only during its own week. Before that, sum the starters' projections.
  const withProjection = (side: StoredSide): StoredSide => ({
    ...side,
    projectedPoints:
      side.projectedPoints ?? (nflWeeks.length === 1 ? (lineupOf(side)?.projectedPoints ?? null) : null),
  })
  const sides = { home: withProjection(home), away: withProjection(away) }
  return toMatchupView(
    { result, ...sides, isOneWeek: nflWeeks.length <= 1 },
    result === 'undecided' && entries.some((entry) => entry.points !== null),
  )
}

function statusLabel({ state }: MatchupView, result: GameResult): string {
  switch (state) {
    case 'before':
      return 'Not started'
    case 'live':
      return 'Live'
    case 'final':
      return result === 'tie' ? 'Final, tied' : 'Final'
  }
}
