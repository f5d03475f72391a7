import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { groupGameFindings } from '@fieldhouse/domain/seasons/consistency'
import type {
  Finding,
  Game,
  GameResult,
  GameSide,
  MatchupPeriod,
  SeasonCalendar,
  SeasonProgress,
} from '@fieldhouse/domain/seasons/season'
import { unknownTeamFinding } from '../../findings.ts'
import type { LeagueBody, MatchupRow } from '../schemas/season-bodies.ts'
import { hasPoints, keyOfPair, type Pair, pairsOf, type WeekRows } from './calendar.ts'
import { type Brackets, byesOf, declaredWinner, findRow } from './playoffs.ts'

export type GameContext = {
  league: LeagueBody
  calendar: SeasonCalendar
  progress: SeasonProgress
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
  const skipped = games
    .filter((game) => !isKnown(game))
    .map((game) => {
      const unknown = [game.home.teamId, game.away?.teamId].find(
        (id) => id !== undefined && !context.teamIds.has(id),
      )
      return unknownTeamFinding(game, unknown, context.calendar)
    })
  return { games: games.filter(isKnown), findings: groupGameFindings(skipped) }
}

type WeekPair = { week: number; pair: Pair; isPlayed: boolean }

/** The pairs of the same teams. In a round of two weeks, the second week may have other numbers. */
function groupPairs(weeks: readonly WeekRows[]): WeekPair[][] {
  const pairs = weeks.flatMap(({ week, rows }) =>
    pairsOf(rows).map((pair) => ({ week, pair, isPlayed: hasPoints(rows) })),
  )
  return [...Map.groupBy(pairs, ({ pair }) => keyOfPair(pair)).values()]
}

function gameOf(pairs: readonly WeekPair[], period: MatchupPeriod, round: number, context: GameContext) {
  const [{ week, pair }] = pairs as [WeekPair]
  const [homeId, awayId] = [pair[0].roster_id, pair[1].roster_id]
  const found = round > 0 ? findRow(context.brackets, round, [homeId, awayId]) : null
  const isDecided = period.weeks.every(
    (each) => each <= context.lastScoredWeek && pairs.some((other) => other.week === each && other.isPlayed),
  )
  const played = pairs
    .filter(({ isPlayed }) => isPlayed)
    .map((each) => ({ week: each.week, rows: each.pair }))
  const [home, away] = [sideOf(homeId, played, isDecided), sideOf(awayId, played, isDecided)]
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

function sideOf(teamId: number, weeks: readonly WeekRows[], isDecided: boolean): GameSide {
  const own = rowsOf(teamId, weeks)
  const pointsByWeek = own.map(({ week, row }) => ({ week, points: scoreOf(row) }))
  const total = addPoints(pointsByWeek.map(({ points }) => points))
  return {
    teamId,
    points: isDecided ? total : ZERO_POINTS,
    livePoints: isDecided || own.length === 0 ? null : total,
    projectedPoints: null,
    adjustment: addPoints(
      own.map(({ row }) => (scoreOf(row) - scoreOf({ ...row, custom_points: null })) as Points),
    ),
    pointsByWeek,
  }
}

function rowsOf(teamId: number, weeks: readonly WeekRows[]) {
  return weeks.flatMap(({ week, rows }) =>
    rows.filter((row) => row.roster_id === teamId).map((row) => ({ week, row })),
  )
}

/** The score of a team in a week. A commissioner's score replaces the one of its starters. */
export function scoreOf({ points, custom_points }: MatchupRow): Points {
  return pointsFromDecimal(custom_points ?? points ?? 0)
}

function byeGames(
  weeks: readonly WeekRows[],
  period: MatchupPeriod,
  round: number,
  { brackets }: GameContext,
): Game[] {
  return byesOf(brackets.winners, round).flatMap((teamId) => {
    const [first] = weeks
    if (first === undefined || rowsOf(teamId, weeks).some(({ row }) => row.matchup_id != null)) return []
    const home = { ...sideOf(teamId, weeks, true), adjustment: ZERO_POINTS }
    const gameId = first.week * IDS_PER_WEEK + FIRST_BYE_ID + teamId
    const bye = { home, away: null, result: 'undecided', bracket: 'winners', categories: null } as const
    return [{ gameId, period: period.period, ...bye }]
  })
}
