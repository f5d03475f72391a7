import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type GameFinding, groupGameFindings } from '@fieldhouse/domain/seasons/consistency'
import type {
  Finding,
  Game,
  GameResult,
  GameSide,
  MatchupPeriod,
  SeasonCalendar,
  SeasonProgress,
} from '@fieldhouse/domain/seasons/season'
import type { LeagueBody, MatchupRow } from '../schemas/season-bodies.ts'
import { hasPoints, keyOfPair, type Pair, pairsOf, type WeekRows } from './calendar.ts'
import { type Brackets, byesOf, declaredWinner, findRow } from './playoffs.ts'

export type GameContext = {
  league: LeagueBody
  calendar: SeasonCalendar
  progress: SeasonProgress
  /** The last week with final scores. */
  lastScoredWeek: number
  brackets: Brackets
  teamIds: ReadonlySet<number>
}

/** Leaves room for the numbers that Sleeper gives the games of a week, and for byes. */
const IDS_PER_WEEK = 1000
const FIRST_BYE_ID = 500

/** The games of the season. A team without a pair has none, except for byes before its first playoff game. */
export function gamesOf(
  weeks: readonly WeekRows[],
  context: GameContext,
): { games: Game[]; findings: Finding[] } {
  const { periods, regularSeasonPeriods } = context.calendar
  const games = periods.flatMap((period) => {
    const round = period.period - (regularSeasonPeriods ?? Infinity)
    const rows = weeks.filter(({ week }) => period.weeks.includes(week))
    // The pairs of playoff weeks to come go on as in the regular season, and mean nothing.
    const known = round > 0 ? rows.filter(({ week }) => week <= (context.progress.currentWeek ?? 0)) : rows
    if (known.length === 0) return []
    return [
      ...groupPairs(known).map((pairs) => gameOf(pairs, period, round, context)),
      ...(round > 0 ? byeGames(known, period, round, context) : []),
    ]
  })
  const isKnown = ({ home, away }: Game) =>
    context.teamIds.has(home.teamId) && (away === null || context.teamIds.has(away.teamId))
  return {
    games: games.filter(isKnown),
    findings: groupGameFindings(
      games.filter((game) => !isKnown(game)).map((game) => unknownTeamFinding(game, context)),
    ),
  }
}

/** The pair of two teams in each week of a period. */
type WeekPair = { week: number; pair: Pair; isPlayed: boolean }

/** The pairs of the same teams. In a round of two weeks, the second week may have other numbers. */
function groupPairs(weeks: readonly WeekRows[]): WeekPair[][] {
  const pairs = weeks.flatMap(({ week, rows }) =>
    pairsOf(rows).map((pair) => ({ week, pair, isPlayed: hasPoints(rows) })),
  )
  return [...Map.groupBy(pairs, ({ pair }) => keyOfPair(pair)).values()]
}

function gameOf(
  pairs: readonly WeekPair[],
  period: MatchupPeriod,
  round: number,
  context: GameContext,
): Game {
  const [{ week, pair }] = pairs as [WeekPair]
  const [homeId, awayId] = [pair[0].roster_id, pair[1].roster_id]
  const found = round > 0 ? findRow(context.brackets, round, [homeId, awayId]) : null
  const isDecided = period.weeks.every(
    (each) => each <= context.lastScoredWeek && pairs.some((other) => other.week === each && other.isPlayed),
  )
  const [home, away] = [homeId, awayId].map((teamId) => sideOf(teamId, pairs, isDecided)) as [
    GameSide,
    GameSide,
  ]
  const winner = found === null ? null : declaredWinner(found, context.league)
  return {
    gameId: week * IDS_PER_WEEK + (pair[0].matchup_id ?? 0),
    period: period.period,
    home,
    away,
    result: isDecided ? resultOf(home, away, winner) : 'undecided',
    bracket: round <= 0 ? 'regular' : (found?.bracket ?? 'playoffs'),
    categories: null,
  }
}

/** A bracket can be edited, and decides who wins a tie. Otherwise the scores decide. */
function resultOf(home: GameSide, away: GameSide, winner: number | null): GameResult {
  if (winner === home.teamId) return 'home'
  if (winner === away.teamId) return 'away'
  return home.points === away.points ? 'tie' : home.points > away.points ? 'home' : 'away'
}

function sideOf(teamId: number, pairs: readonly WeekPair[], isDecided: boolean): GameSide {
  const played = pairs
    .filter(({ isPlayed }) => isPlayed)
    .flatMap(({ week, pair }) => pair.filter((row) => row.roster_id === teamId).map((row) => ({ week, row })))
  const pointsByWeek = played.map(({ week, row }) => ({ week, points: scoreOf(row) }))
  const total = addPoints(pointsByWeek.map(({ points }) => points))
  return {
    teamId,
    points: isDecided ? total : ZERO_POINTS,
    livePoints: isDecided || played.length === 0 ? null : total,
    projectedPoints: null,
    adjustment: addPoints(played.map(({ row }) => adjustmentOf(row))),
    pointsByWeek,
  }
}

/** The score of a team in a week. A commissioner's score replaces the one of its starters. */
export function scoreOf({ points, custom_points }: MatchupRow): Points {
  return pointsFromDecimal(custom_points ?? points ?? 0)
}

function adjustmentOf(row: MatchupRow): Points {
  return (row.custom_points == null ? 0 : scoreOf(row) - pointsFromDecimal(row.points ?? 0)) as Points
}

function byeGames(
  weeks: readonly WeekRows[],
  period: MatchupPeriod,
  round: number,
  { brackets }: GameContext,
): Game[] {
  const [first] = weeks
  return byesOf(brackets.winners, round).flatMap((teamId) => {
    const rows = weeks.flatMap((each) =>
      each.rows.filter((row) => row.roster_id === teamId).map((row) => ({ week: each.week, row })),
    )
    if (first === undefined || rows.some(({ row }) => row.matchup_id != null)) return []
    const pointsByWeek = rows.map(({ week, row }) => ({ week, points: scoreOf(row) }))
    const home = {
      teamId,
      points: addPoints(pointsByWeek.map(({ points }) => points)),
      livePoints: null,
      projectedPoints: null,
      adjustment: ZERO_POINTS,
      pointsByWeek,
    }
    const gameId = first.week * IDS_PER_WEEK + FIRST_BYE_ID + teamId
    const bye = { home, away: null, result: 'undecided', bracket: 'winners', categories: null } as const
    return [{ gameId, period: period.period, ...bye }]
  })
}

function unknownTeamFinding({ gameId, period, home, away }: Game, context: GameContext): GameFinding {
  const unknown = [home.teamId, away?.teamId].find((id) => id !== undefined && !context.teamIds.has(id))
  const reason = `skipped because team ${unknown} is not in the league.`
  const week = context.calendar.periods.find((each) => each.period === period)?.weeks[0] ?? null
  return {
    code: 'unknown_team',
    detail: `Game ${gameId} was ${reason}`,
    week,
    gameId,
    ofSeveral: (count) => `${count} games were ${reason}`,
  }
}
