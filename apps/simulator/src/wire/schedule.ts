import { addPoints, type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type LineupEntry, livePoints, liveProjection } from '../league/rosters.ts'
import {
  currentPeriod,
  hasEnded,
  type Side,
  type SimulatedGame,
  scheduledGames,
} from '../league/simulate-league.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'
import { lineupRoster, scorersRoster } from './entries.ts'

const NO_CATEGORIES = { losses: 0, statBySlot: null, ties: 0, wins: 0 }

/** The games in a response: those of one week with mScoreboard, otherwise all that are known. */
export function schedule(context: BodyContext): object[] {
  const { season, moment, matchupPeriods, views, week } = context
  const isOneWeek = views.includes('mScoreboard')
  return scheduledGames(season, moment)
    .filter((game) => !isOneWeek || game.weeks.includes(week))
    .filter((game) => matchupPeriods === null || matchupPeriods.includes(game.period))
    .map((game) => (isLite(views) ? liteGame(context, game) : fullGame(context, game)))
}

function isLite(views: readonly string[]): boolean {
  const scheduleViews = views.filter(
    (view) => view.startsWith('mMatchup') || /^m(Boxscore|Scoreboard)$/.test(view),
  )
  return scheduleViews.every((view) => view === 'mMatchupScoreLite') && !views.includes('mLiveScoring')
}

function liteGame(context: BodyContext, game: SimulatedGame): object {
  const side = ({ teamId, points }: Side) => ({ teamId, totalPoints: totalOf(context, game, points) })
  return {
    ...(game.away === null ? {} : { away: side(game.away) }),
    home: side(game.home),
    id: game.id,
    matchupPeriodId: game.period,
    winner: winnerOf(context, game),
  }
}

function fullGame(context: BodyContext, game: SimulatedGame): object {
  const hasTiers = context.views.some(
    (view) => view !== 'mMatchup' && /^m(MatchupScore|Boxscore|Scoreboard)$/.test(view),
  )
  return {
    ...(game.away === null ? {} : { away: fullSide(context, game, game.away, hasTiers) }),
    home: fullSide(context, game, game.home, hasTiers),
    id: game.id,
    matchupPeriodId: game.period,
    ...(hasTiers ? { playoffTierType: game.tier } : {}),
    winner: winnerOf(context, game),
  }
}

function fullSide(context: BodyContext, game: SimulatedGame, side: Side, hasTiers: boolean): object {
  const { teamId, points } = side
  const adjustment = hasEnded(game, context.moment) ? side.adjustment : ZERO_POINTS
  return {
    ...(hasTiers ? { adjustment: pointsToDecimal(adjustment) } : {}),
    ...(usesHistoryEndpoint(context.season.season) ? {} : { cumulativeScore: NO_CATEGORIES }),
    ...pointsByWeek(context, game, teamId),
    ...lineups(context, game, teamId),
    teamId,
    ...(hasTiers ? { tiebreak: 0 } : {}),
    totalPoints: totalOf(context, game, points),
    ...liveTotals(context, game, teamId),
  }
}

/** The field is missing until a player of the team has scored, and with mMatchupScore alone. */
function pointsByWeek({ season, moment, views }: BodyContext, game: SimulatedGame, teamId: number): object {
  if (!views.some((view) => ['mMatchup', 'mBoxscore', 'mScoreboard', 'mLiveScoring'].includes(view)))
    return {}
  if (!moment.isDrafted) return {}
  const weeks = game.weeks.flatMap((week): [number, number][] => {
    const points = livePoints(season.lineupOf(teamId, week), moment.atMs)
    const isShown = week < moment.week || (week === moment.week && points > 0)
    return isShown ? [[week, pointsToDecimal(points)]] : []
  })
  return weeks.length > 0 ? { pointsByScoringPeriod: Object.fromEntries(weeks) } : {}
}

/** Lineups are included only for the games of the requested week. */
function lineups(context: BodyContext, game: SimulatedGame, teamId: number): object {
  const hasLineups = context.views.includes('mBoxscore') || context.views.includes('mScoreboard')
  if (!hasLineups || !game.weeks.includes(context.week) || !context.moment.isDrafted) return {}
  return {
    rosterForCurrentScoringPeriod: lineupRoster(context, teamId),
    rosterForMatchupPeriod: scorersRoster(context, teamId),
    ...(hasEnded(game, context.moment) ? {} : { rosterForMatchupPeriodDelayed: { entries: [] } }),
  }
}

/**
 * Only the current period has live totals. Those of the last period remain after the season. Old seasons have
 * none.
 */
function liveTotals({ season, moment }: BodyContext, game: SimulatedGame, teamId: number): object {
  if (usesHistoryEndpoint(season.season) || !moment.isDrafted) return {}
  if (game.period !== currentPeriod(season, moment)) return {}
  const sum = (score: (lineup: LineupEntry[]) => Points) =>
    pointsToDecimal(addPoints(game.weeks.map((week) => score(season.lineupOf(teamId, week)))))
  const live = { totalPointsLive: sum((lineup) => livePoints(lineup, moment.atMs)) }
  if (hasEnded(game, moment)) return live
  return { ...live, totalProjectedPointsLive: sum((lineup) => liveProjection(lineup, moment.atMs)) }
}

function totalOf({ moment }: BodyContext, game: SimulatedGame, points: Side['points']): number {
  return pointsToDecimal(hasEnded(game, moment) ? points : ZERO_POINTS)
}

function winnerOf({ moment }: BodyContext, game: SimulatedGame): string {
  return hasEnded(game, moment) ? game.winner : 'UNDECIDED'
}
