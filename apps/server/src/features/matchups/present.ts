import type {
  getMyMatchup,
  getScoreboard,
  Matchup,
  MatchupTeam,
  MyMatchup,
} from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { type MatchupView, toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import { hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { CategoryCounts, GameResult, WeeklyScore } from '@fieldhouse/domain/seasons/season'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import type { StoredGame, StoredSide } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

type GameWithOpponent = StoredGame & { away: StoredSide }

/** The week of a season that a request is about. */
export type RequestedWeek = {
  season: number
  format: ScoringFormat
  /** The matchup periods that have games, in order. In a total points league, the NFL weeks with points. */
  periods: number[]
  /** The matchup period, or the NFL week of a total points league; null if the season has none yet. */
  period: number | null
  /** Whether the period is after the current one, so that its games can still change. */
  isPlanned: boolean
  /** The NFL weeks of the period, in order. */
  nflWeeks: number[]
  /**
   * The NFL week of the period whose lineups are shown: the current week if it is in the period, otherwise
   * the last week of a past period or the first week of a future one.
   */
  lineupWeek: number | null
  /** The points of the teams in a week of a total points league. */
  scores: readonly WeeklyScore[]
}

/** The data needed to present a week. */
export type WeekView = RequestedWeek & {
  games: readonly StoredGame[]
  teams: readonly LeagueTeam[]
  lineups: readonly TeamLineup[]
  freshness: Freshness
  /** The current user, whose team gets `is_mine`. */
  userId: number
}

/** The current user's matchup and bye come first, then the playoff games by bracket. */
export function presentScoreboard(view: WeekView): ResponseOf<typeof getScoreboard> {
  const isMine = (game: StoredGame) =>
    [game.home, game.away].some((side) => side !== null && presentTeam(side.teamId, view).is_mine)
  const presentIdle = (teamIds: readonly number[]) =>
    teamIds.map((teamId) => presentTeam(teamId, view)).sort((a, b) => Number(b.is_mine) - Number(a.is_mine))
  return {
    ...presentWeek(view),
    matchups: view.games
      .filter(hasOpponent)
      .toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)) || byBracket(a, b))
      .map((game) => presentMatchup(game, view)),
    byes: presentIdle(teamsOnBye(view)),
    no_game: presentIdle(teamsWithoutGame(view)),
    scores: view.scores
      .toSorted((a, b) => b.points - a.points || a.teamId - b.teamId)
      .map(({ teamId, points }) => ({ ...presentTeam(teamId, view), score: pointsToDecimal(points) })),
  }
}

export function presentMyWeek(view: WeekView): ResponseOf<typeof getMyMatchup> {
  const myTeam = view.teams.find((team) => team.assignment?.userId === view.userId)
  const game = view.games
    .filter(hasOpponent)
    .find(({ home, away }) => [home.teamId, away.teamId].includes(myTeam?.teamId ?? Number.NaN))
  return {
    ...presentWeek(hasMatchups(view.format) ? view : { ...view, period: null, periods: [] }),
    assigned: myTeam !== undefined,
    matchup: game === undefined ? null : presentMyMatchup(game, view),
    no_matchup: game === undefined && myTeam !== undefined ? idleReason(myTeam.teamId, view) : null,
  }
}

function idleReason(teamId: number, view: WeekView): 'bye' | 'no_game' | null {
  if (teamsOnBye(view).includes(teamId)) return 'bye'
  return teamsWithoutGame(view).includes(teamId) ? 'no_game' : null
}

function teamsOnBye({ games }: WeekView): number[] {
  return games.filter(({ away }) => away === null).map(({ home }) => home.teamId)
}

/** The provider leaves out eliminated teams. Before a week, their games may not be known yet. */
function teamsWithoutGame({ games, teams, isPlanned }: WeekView): number[] {
  if (games.length === 0 || isPlanned) return []
  const scheduled = new Set(games.flatMap(({ home, away }) => [home.teamId, away?.teamId]))
  return teams.map(({ teamId }) => teamId).filter((teamId) => !scheduled.has(teamId))
}

function presentWeek({ season, format, period, periods, freshness }: WeekView) {
  return {
    season,
    scoring_format: format,
    week: period,
    weeks: periods,
    ...presentFreshness(freshness),
  }
}

function presentMyMatchup(game: GameWithOpponent, view: WeekView): MyMatchup {
  const { away, home, ...matchup } = presentMatchup(game, view)
  return {
    ...matchup,
    week: game.period,
    lineup_week: view.lineups.length > 0 ? view.lineupWeek : null,
    away: { ...away, lineup: presentLineup(view.lineups, away.team_id) },
    home: { ...home, lineup: presentLineup(view.lineups, home.team_id) },
  }
}

function presentMatchup(game: GameWithOpponent, view: WeekView): Matchup {
  const matchup = toMatchup(game, view)
  return {
    id: game.gameId,
    status: statusLabel(matchup, game.result),
    state: matchup.state,
    result: game.result === 'undecided' ? null : game.result,
    is_playoff: game.bracket !== 'regular',
    nfl_weeks: view.nflWeeks,
    away: { ...presentTeam(game.away.teamId, view), ...presentSide('away', matchup, game, view) },
    home: { ...presentTeam(game.home.teamId, view), ...presentSide('home', matchup, game, view) },
  }
}

/** A team's identity on a card. A team missing from the season is named after its id, as in 'Team 7'. */
function presentTeam(teamId: number, { teams, userId }: WeekView) {
  const team = teams.find((candidate) => candidate.teamId === teamId)
  return {
    team_id: teamId,
    name: team?.name ?? `Team ${teamId}`,
    logo: team?.logo ?? null,
    is_mine: team?.assignment?.userId === userId,
  }
}

type Side = 'home' | 'away'

function presentSide(
  side: Side,
  matchup: MatchupView,
  { categories }: StoredGame,
  { format }: WeekView,
): Pick<MatchupTeam, 'score' | 'proj' | 'win_chance' | 'categories'> {
  if (format === 'categories')
    return { score: null, proj: null, win_chance: null, categories: presentCategories(side, categories) }
  const { score, projected, winProbability } = matchup[side]
  return {
    score: pointsToDecimalOrNull(score),
    proj: pointsToDecimalOrNull(projected),
    win_chance: winProbability,
    categories: null,
  }
}

function presentCategories(side: Side, counts: CategoryCounts | null): MatchupTeam['categories'] {
  if (counts === null) return null
  const { home, away, ties } = counts
  return side === 'home' ? { wins: home, losses: away, ties } : { wins: away, losses: home, ties }
}

function toMatchup(
  { result, home, away, categories }: GameWithOpponent,
  { lineups, nflWeeks }: WeekView,
): MatchupView {
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
    result === 'undecided' && (entries.some((entry) => entry.points !== null) || hasCategories(categories)),
  )
}

/** Whether any category counts for either side yet. */
function hasCategories(counts: CategoryCounts | null): boolean {
  return counts !== null && counts.home + counts.away > 0
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

function hasOpponent(game: StoredGame): game is GameWithOpponent {
  return game.away !== null
}

/** Orders playoff games by bracket, the winners bracket first. */
function byBracket(a: StoredGame, b: StoredGame): number {
  const order = ['regular', 'winners', 'playoffs', 'winners consolation', 'losers consolation']
  return order.indexOf(a.bracket) - order.indexOf(b.bracket) || a.gameId - b.gameId
}
