import {
  addPoints,
  maxRoundingError,
  type Points,
  pointsFromDecimal,
  ZERO_POINTS,
} from '@fieldhouse/domain/points'
import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type {
  Bracket,
  CategoryCounts,
  Finding,
  Game,
  GameResult,
  GameSide,
  SeasonCalendar,
  SeasonProgress,
  WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import { type GameFinding, groupGameFindings } from '@fieldhouse/domain/seasons/season-check'
import { pointsOf } from '../fields.ts'
import { finding, firstWeekOf, unknownTeamFinding } from '../league-provider.ts'
import type { GameEntry, SideEntry } from './bodies.ts'

type GameContext = {
  calendar: SeasonCalendar
  progress: SeasonProgress
  teamIds: ReadonlySet<number>
  format: ScoringFormat
}

type TranslatedGame = { game: Game | null; finding: GameFinding | null }

/** Translates the games in ESPN's order. Games of teams that are not in the league are skipped and reported. */
export function gamesOf(
  entries: readonly GameEntry[],
  context: GameContext,
): { games: Game[]; findings: Finding[] } {
  const translated = entries.map((entry) => gameOf(entry, context))
  return {
    games: translated.flatMap(({ game }) => game ?? []),
    findings: groupGameFindings(translated.flatMap(({ finding }) => finding ?? [])),
  }
}

function gameOf(entry: GameEntry, context: GameContext): TranslatedGame {
  const sides = [entry.home, entry.away].filter(hasTeam)
  const [home, away] = sides
  // A bracket slot that no team has reached yet.
  if (home === undefined) return { game: null, finding: null }
  const { id: gameId, matchupPeriodId: period } = entry
  const unknown = sides.find((side) => !context.teamIds.has(side.teamId))
  if (unknown !== undefined)
    return { game: null, finding: unknownTeamFinding({ gameId, period }, unknown.teamId, context.calendar) }
  const { result, isFromTotals } = resultOf(entry, context)
  const isOpen = away === undefined ? !isPast(entry, context) : result === 'undecided'
  const game = {
    gameId,
    period,
    home: sideOf(home, isOpen),
    away: away === undefined ? null : sideOf(away, isOpen),
    result,
    bracket: bracketOf(entry, context.calendar),
    categories: categoriesOf(entry, context),
  }
  if (!isFromTotals) return { game, finding: null }
  const basis = `based on the ${context.format === 'categories' ? 'categories' : 'scores'}.`
  const detail = `ESPN reported no winner for game ${gameId}, so its result is ${basis}`
  return {
    game,
    finding: {
      ...finding('result_from_totals', detail, firstWeekOf(period, context.calendar)),
      gameId,
      ofSeveral: (count) => `ESPN reported no winner for ${count} games, so their results are ${basis}`,
    },
  }
}

type SideWithTeam = SideEntry & { teamId: number }

function hasTeam(side: SideEntry | null | undefined): side is SideWithTeam {
  return side?.teamId != null
}

const RESULTS = { HOME: 'home', AWAY: 'away', TIE: 'tie' } as const

/**
 * Returns the result that ESPN reports, because totals may exclude an adjustment that decided the game. If it reports
 * none, the totals or the categories decide a past game in which somebody has scored. A bye always stays undecided.
 */
function resultOf(entry: GameEntry, context: GameContext): { result: GameResult; isFromTotals: boolean } {
  if (!hasTeam(entry.home) || !hasTeam(entry.away)) return { result: 'undecided', isFromTotals: false }
  if (entry.winner && entry.winner !== 'UNDECIDED')
    return { result: RESULTS[entry.winner], isFromTotals: false }
  const lead = isPast(entry, context) ? leadOf(entry, context) : null
  if (lead === null) return { result: 'undecided', isFromTotals: false }
  // On a Tuesday, ESPN is in the next week before it has decided the last one.
  return { result: lead === 0 ? 'tie' : lead > 0 ? 'home' : 'away', isFromTotals: !entry.winner }
}

/** How far the home side is ahead; null if unknown, and before anybody has scored. */
function leadOf(entry: GameEntry, context: GameContext): number | null {
  if (context.format === 'categories') {
    const counts = categoriesOf(entry, context)
    const isPlayed = counts !== null && counts.home + counts.away + counts.ties > 0
    return isPlayed ? counts.home - counts.away : null
  }
  const [home, away] = [entry.home?.totalPoints, entry.away?.totalPoints]
  // Rounds the lead instead of the scores, which can differ by less than a hundredth.
  const isPlayed = home != null && away != null && (home !== 0 || away !== 0)
  return isPlayed ? Math.round((home - away) * 10_000) : null
}

/** The categories of both sides, from the side that has them. */
function categoriesOf({ home, away }: GameEntry, { format }: GameContext): CategoryCounts | null {
  if (format !== 'categories' || !hasTeam(home) || !hasTeam(away)) return null
  const { wins, losses, ties } = home.cumulativeScore ?? {
    wins: away.cumulativeScore?.losses,
    losses: away.cumulativeScore?.wins,
    ties: away.cumulativeScore?.ties,
  }
  return wins == null || losses == null ? null : { home: wins, away: losses, ties: ties ?? 0 }
}

/** The weekly points of a league without matchups. */
export function weeklyScoresOf(entries: readonly GameEntry[], teamIds: ReadonlySet<number>): WeeklyScore[] {
  return entries
    .flatMap(({ teams, home, away }) => teams ?? [home, away])
    .filter(hasTeam)
    .filter(({ teamId }) => teamIds.has(teamId))
    .flatMap(({ teamId, pointsByScoringPeriod }) =>
      pointsByWeekOf(pointsByScoringPeriod ?? {}).map((score) => ({ teamId, ...score })),
    )
}

function isPast({ matchupPeriodId }: GameEntry, { progress }: GameContext): boolean {
  return progress.isFinished || (progress.currentPeriod !== null && matchupPeriodId < progress.currentPeriod)
}

function sideOf(side: SideWithTeam, isOpen: boolean): GameSide {
  return {
    teamId: side.teamId,
    points: pointsOf(side.totalPoints) ?? ZERO_POINTS,
    livePoints: isOpen ? pointsOf(side.totalPointsLive) : null,
    projectedPoints: isOpen ? pointsOf(side.totalProjectedPointsLive) : null,
    adjustment: pointsOf(side.adjustment) ?? impliedAdjustment(side, isOpen),
    pointsByWeek: pointsByWeekOf(side.pointsByScoringPeriod ?? {}),
  }
}

/** Some bodies leave out the adjustment of a final game, which its total contains and the scores of its weeks do not. */
function impliedAdjustment({ totalPoints, pointsByScoringPeriod }: SideWithTeam, isOpen: boolean): Points {
  const weeks = pointsByWeekOf(pointsByScoringPeriod ?? {}).map(({ points }) => points)
  if (isOpen || totalPoints == null || weeks.length === 0) return ZERO_POINTS
  const difference = pointsFromDecimal(totalPoints) - addPoints(weeks)
  return Math.abs(difference) > maxRoundingError(weeks.length + 1) ? (difference as Points) : ZERO_POINTS
}

function pointsByWeekOf(scores: Readonly<Record<string, number | null | undefined>>) {
  return Object.entries(scores)
    .flatMap(([week, score]) =>
      /^\d{1,2}$/.test(week) && score != null
        ? [{ week: Number(week), points: pointsFromDecimal(score) }]
        : [],
    )
    .sort((a, b) => a.week - b.week)
}

const BRACKETS: Readonly<Record<string, Bracket>> = {
  NONE: 'regular',
  WINNERS_BRACKET: 'winners',
  WINNERS_CONSOLATION_LADDER: 'winners consolation',
  LOSERS_CONSOLATION_LADDER: 'losers consolation',
}

/** Without a playoff tier, the length of the regular season decides whether a game is a playoff game. */
function bracketOf(entry: GameEntry, { regularSeasonPeriods }: SeasonCalendar): Bracket {
  const bracket = BRACKETS[entry.playoffTierType ?? '']
  if (bracket !== undefined) return bracket
  return regularSeasonPeriods !== null && entry.matchupPeriodId > regularSeasonPeriods
    ? 'playoffs'
    : 'regular'
}
