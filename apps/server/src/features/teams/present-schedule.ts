import type { TeamGame, TeamPage } from '@fieldhouse/contract/teams'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import type { PlayoffRound } from '@fieldhouse/domain/seasons/bracket'
import { outcomeOf } from '@fieldhouse/domain/seasons/results'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** The data needed to present a team's games. */
export type ScheduleView = {
  schedule: SeasonSchedule | null
  teams: readonly LeagueTeam[]
  /** Every game of the season. */
  games: readonly StoredGame[]
  /** The rounds of playoff games by game ID. Games whose round is unknown are missing. */
  rounds: ReadonlyMap<number, PlayoffRound>
  /** The teams with a player whose game of the current NFL week has begun. */
  teamsInPlay: ReadonlySet<number>
}

const MAX_LAST_RESULTS = 5

/** The latest finished games, oldest first. */
export function lastResults(teamId: number, view: ScheduleView): TeamPage['last_five'] {
  return listGames(teamId, view)
    .flatMap((game) => {
      const result = outcomeOf(game, teamId)
      return result === null ? [] : [{ week: game.period, game_id: game.gameId, result }]
    })
    .slice(-MAX_LAST_RESULTS)
}

/** The games and byes of a team, in order. */
export function presentSchedule(teamId: number, view: ScheduleView): TeamGame[] {
  return listGames(teamId, view).map((game) => presentGame(game, teamId, view))
}

function listGames(teamId: number, { games, schedule }: ScheduleView): StoredGame[] {
  if (!hasMatchups(schedule?.format ?? 'points')) return []
  return games
    .filter(({ home, away }) => home.teamId === teamId || away?.teamId === teamId)
    .toSorted((a, b) => a.period - b.period || a.gameId - b.gameId)
}

function presentGame(game: StoredGame, teamId: number, view: ScheduleView): TeamGame {
  const { gameId, period, home, away, result, bracket, categories } = game
  const week = {
    week: period,
    nfl_weeks: view.schedule?.periods.find((each) => each.period === period)?.weeks ?? [],
    is_playoff: bracket !== 'regular',
    round: view.rounds.get(gameId) ?? null,
  }
  const isHome = home.teamId === teamId
  if (away === null) return { ...week, ...BYE, state: isPast(period, view) ? 'final' : 'before' }
  const hasBegun =
    period === view.schedule?.currentPeriod && [home, away].some((side) => view.teamsInPlay.has(side.teamId))
  const matchup = toMatchupView({ home, away, result, isOneWeek: true }, hasBegun)
  const [own, other] = isHome ? [matchup.home, matchup.away] : [matchup.away, matchup.home]
  const hasScores = view.schedule?.format !== 'categories'
  const [wins, losses] = isHome
    ? [categories?.home ?? 0, categories?.away ?? 0]
    : [categories?.away ?? 0, categories?.home ?? 0]
  const opponentId = isHome ? away.teamId : home.teamId
  const opponent = view.teams.find((team) => team.teamId === opponentId)
  return {
    ...week,
    game_id: gameId,
    opponent: {
      ...teamLink(opponentId, view),
      record: opponent?.record ?? null,
      rank: opponent?.rank ?? null,
    },
    is_home: isHome,
    state: matchup.state,
    result: outcomeOf(game, teamId),
    score: hasScores ? pointsToDecimalOrNull(own.score) : null,
    opponent_score: hasScores ? pointsToDecimalOrNull(other.score) : null,
    categories: categories === null ? null : { wins, losses, ties: categories.ties },
  }
}

const BYE = {
  game_id: null,
  opponent: null,
  is_home: true,
  result: null,
  score: null,
  opponent_score: null,
  categories: null,
} as const

function isPast(period: number, { schedule }: ScheduleView): boolean {
  return schedule !== null && (schedule.isFinished || period < (schedule.currentPeriod ?? 0))
}

/** A team missing from the season is named after its ID, as in 'Team 7'. */
export function teamLink(teamId: number, { teams }: Pick<ScheduleView, 'teams'>) {
  const team = teams.find((candidate) => candidate.teamId === teamId)
  return {
    team_id: teamId,
    name: team?.name ?? `Team ${teamId}`,
    logo: team?.logo ?? null,
    color: team?.color ?? null,
  }
}
