import { groupBy } from '../insights/season/regular-season.ts'
import { hasRoundedScores } from '../interchange/league-file-format.ts'
import { buildBracket, type PlayoffBracket } from './bracket.ts'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat, scoringFormatOf } from './scoring-format.ts'
import {
  type Game,
  type GameSide,
  type LeagueSeason,
  type MatchupPeriod,
  type SeedingSettings,
  type WeeklyScore,
  weeklyPoints,
} from './season.ts'

/** The calendar and the progress of a season. */
export type SeasonSchedule = {
  format: ScoringFormat
  isDrafted: boolean
  isFinished: boolean
  currentPeriod: number | null
  /** NFL week. */
  currentWeek: number | null
  finalWeek: number | null
  /** When the draft begins or began; null if unknown. */
  draftAt: Date | null
  /** The number of matchup periods before the playoffs; null if unknown. */
  regularSeasonPeriods: number | null
  /** How many teams make the playoffs; null if unknown. */
  playoffTeams: number | null
  /** Whether each team also plays the median score of the week; null if unknown. */
  hasMedianGame: boolean | null
  /** Whether the provider starts the best players by itself. */
  isBestBall: boolean
  /** null if unknown. */
  seeding: SeedingSettings | null
  /** Ascending. */
  periods: MatchupPeriod[]
}

export function scheduleOf(season: LeagueSeason): SeasonSchedule {
  const { calendar, progress, draftAt, hasMedianGame, isBestBall, seeding, scoringType } = season
  return {
    ...progress,
    ...calendar,
    draftAt,
    hasMedianGame,
    isBestBall,
    seeding,
    format: scoringFormatOf(scoringType),
  }
}

/**
 * The form in which a season is stored: the teams by ID, the members by name and ID, the games by period and ID, and the
 * points of each week where they belong, also those that the provider left out.
 */
export function normalizeSeason(season: LeagueSeason): LeagueSeason {
  const { teams, members, games, calendar } = season
  const scores = weeklyScoresOf(season)
  const scoresOf = groupBy(scores, ({ teamId }) => teamId)
  const weeksOf = new Map(calendar.periods.map(({ period, weeks }) => [period, weeks]))
  const inGames = new Set<WeeklyScore>()
  const withScores = (side: GameSide, period: number): GameSide => {
    const own = (scoresOf.get(side.teamId) ?? []).filter(({ week }) => weeksOf.get(period)?.includes(week))
    for (const score of own) inGames.add(score)
    return { ...side, pointsByWeek: own.map(({ week, points }) => ({ week, points })) }
  }
  return {
    ...season,
    hasFineScores: hasRoundedScores(season),
    members: members.toSorted((a, b) => compare(a.name, b.name) || compare(a.memberId, b.memberId)),
    teams: teams
      .map((team) => ({
        ...team,
        eliminatedWeek: team.eliminatedWeek ?? null,
        primaryOwnerId: team.ownerIds[0] ?? null,
      }))
      .sort((a, b) => a.teamId - b.teamId),
    games: games
      .map((game) => ({
        ...game,
        home: withScores(game.home, game.period),
        away: game.away === null ? null : withScores(game.away, game.period),
      }))
      .sort((a, b) => a.period - b.period || a.gameId - b.gameId),
    weeklyScores: scores.filter((score) => !inGames.has(score)),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The games and byes, ordered by ID. */
export function gamesById({ games }: Pick<LeagueSeason, 'games'>): Game[] {
  return games.toSorted((a, b) => a.gameId - b.gameId)
}

/** The points of every team by NFL week, also those of its byes, ordered by week and team. None in category leagues. */
export function weeklyScoresOf({
  teams,
  games,
  weeklyScores,
  calendar,
  scoringType,
}: LeagueSeason): WeeklyScore[] {
  if (!hasWeeklyPoints(scoringFormatOf(scoringType))) return []
  const teamIds = new Set(teams.map((team) => team.teamId))
  const scores = new Map(weeklyScores.map((score) => [`${score.teamId} ${score.week}`, score]))
  for (const game of games)
    for (const side of game.away === null ? [game.home] : [game.home, game.away]) {
      if (!teamIds.has(side.teamId)) continue
      for (const { week, points } of weeklyPoints(game, side, calendar))
        scores.set(`${side.teamId} ${week}`, { teamId: side.teamId, week, points })
    }
  return [...scores.values()].sort((a, b) => a.week - b.week || a.teamId - b.teamId)
}

/** The same without the week in progress, which has no final score yet. */
export function completedWeeksOf(season: LeagueSeason): WeeklyScore[] {
  const { isFinished, currentWeek } = season.progress
  return weeklyScoresOf(season).filter(
    ({ week }) => isFinished || (currentWeek !== null && week < currentWeek),
  )
}

/** The playoff bracket. Without matchups, it is unknown. */
export function bracketOf(season: LeagueSeason): PlayoffBracket<Game> {
  const schedule = scheduleOf(season)
  if (!hasMatchups(schedule.format)) return { status: 'unknown', rounds: [], championId: null }
  return buildBracket({ ...schedule, games: gamesById(season), teams: season.teams })
}

/** The names of the owners, by team ID, the primary owner first. Teams without owners are not included. */
export function ownerNamesOf({ teams, members }: LeagueSeason): Map<number, string[]> {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return new Map(
    teams.flatMap(({ teamId, ownerIds }) => {
      const own = ownerIds.flatMap((memberId) => names.get(memberId) ?? [])
      return own.length === 0 ? [] : [[teamId, own]]
    }),
  )
}
