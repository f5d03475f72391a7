import type { Matchup, MatchupTeam } from '@fieldhouse/contract/matchups'
import type { TeamLineup } from '@fieldhouse/domain/lineup'
import { type MatchupView, type SideView, toMatchupView } from '@fieldhouse/domain/matchup'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { GameResult } from '@fieldhouse/domain/season'
import type { StoredGame, StoredSide } from '../../database/game-reader.ts'
import type { LeagueTeam } from '../../database/team-reader.ts'

export type GameWithOpponent = StoredGame & { away: StoredSide }

/** What a week's games are shown with. */
export type WeekContext = {
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  nflWeeks: number[]
  /** Whose team is marked. */
  userId: number
}

export function presentMatchup(game: GameWithOpponent, facts: WeekContext): Matchup {
  const view = viewOfGame(game, facts)
  return {
    id: game.gameId,
    status: statusLabel(view, game.result),
    state: view.state,
    result: game.result === 'undecided' ? null : game.result,
    is_playoff: game.bracket !== 'regular',
    nfl_weeks: facts.nflWeeks,
    away: { ...presentTeam(game.away.teamId, facts), ...presentSide(view.away) },
    home: { ...presentTeam(game.home.teamId, facts), ...presentSide(view.home) },
  }
}

/** A team as far as every card names it; one that the season does not know has its number for a name. */
export function presentTeam(teamId: number, { teams, userId }: WeekContext) {
  const team = teams.find((each) => each.teamId === teamId)
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
  winChance,
}: SideView): Pick<MatchupTeam, 'score' | 'proj' | 'win_chance'> {
  return {
    score: pointsToDecimalOrNull(score),
    proj: pointsToDecimalOrNull(projected),
    win_chance: winChance,
  }
}

function viewOfGame(
  { result, home, away }: GameWithOpponent,
  { lineups, nflWeeks }: WeekContext,
): MatchupView {
  const lineupOf = (side: StoredSide) => lineups.find((each) => each.teamId === side.teamId)
  const played = [home, away].flatMap((side) => lineupOf(side)?.entries ?? [])
  // The provider projects a game in its own week only; before that the starters' projections are its sum.
  const withProjection = (side: StoredSide): StoredSide => ({
    ...side,
    projectedPoints:
      side.projectedPoints ?? (nflWeeks.length === 1 ? (lineupOf(side)?.projectedPoints ?? null) : null),
  })
  const sides = { home: withProjection(home), away: withProjection(away) }
  return toMatchupView(
    { result, ...sides, isOneWeek: nflWeeks.length <= 1 },
    result === 'undecided' && played.some((entry) => entry.points !== null),
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
