import { addPoints, type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Side, SimulatedGame } from '../game.ts'
import { type LineupEntry, livePoints, liveProjection } from '../lineup.ts'
import { currentPeriod, hasEnded, scheduledGames } from '../scheduled-games.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'
import { lineupRoster, scorersRoster } from './entries.ts'

const NO_CATEGORIES = { losses: 0, statBySlot: null, ties: 0, wins: 0 }

/** The games that a request sees: one week's with mScoreboard, else all that are known. */
export function schedule(asked: BodyContext): object[] {
  const { season, moment, matchupPeriods, views, week } = asked
  const isOneWeek = views.includes('mScoreboard')
  return scheduledGames(season, moment)
    .filter((game) => !isOneWeek || game.weeks.includes(week))
    .filter((game) => matchupPeriods === null || matchupPeriods.includes(game.period))
    .map((game) => (isLite(views) ? liteGame(asked, game) : fullGame(asked, game)))
}

function isLite(views: readonly string[]): boolean {
  const scheduleViews = views.filter(
    (view) => view.startsWith('mMatchup') || /^m(Boxscore|Scoreboard)$/.test(view),
  )
  return scheduleViews.every((view) => view === 'mMatchupScoreLite') && !views.includes('mLiveScoring')
}

function liteGame(asked: BodyContext, game: SimulatedGame): object {
  const side = ({ teamId, points }: Side) => ({ teamId, totalPoints: totalOf(asked, game, points) })
  return {
    ...(game.away === null ? {} : { away: side(game.away) }),
    home: side(game.home),
    id: game.id,
    matchupPeriodId: game.period,
    winner: winnerOf(asked, game),
  }
}

function fullGame(asked: BodyContext, game: SimulatedGame): object {
  const hasTiers = asked.views.some(
    (view) => view !== 'mMatchup' && /^m(MatchupScore|Boxscore|Scoreboard)$/.test(view),
  )
  return {
    ...(game.away === null ? {} : { away: fullSide(asked, game, game.away, hasTiers) }),
    home: fullSide(asked, game, game.home, hasTiers),
    id: game.id,
    matchupPeriodId: game.period,
    ...(hasTiers ? { playoffTierType: game.tier } : {}),
    winner: winnerOf(asked, game),
  }
}

function fullSide(asked: BodyContext, game: SimulatedGame, side: Side, hasTiers: boolean): object {
  const { teamId, points } = side
  const adjustment = hasEnded(game, asked.moment) ? side.adjustment : ZERO_POINTS
  return {
    ...(hasTiers ? { adjustment: pointsToDecimal(adjustment) } : {}),
    ...(usesHistoryEndpoint(asked.season.season) ? {} : { cumulativeScore: NO_CATEGORIES }),
    ...pointsByWeek(asked, game, teamId),
    ...lineups(asked, game, teamId),
    teamId,
    ...(hasTiers ? { tiebreak: 0 } : {}),
    totalPoints: totalOf(asked, game, points),
    ...liveTotals(asked, game, teamId),
  }
}

/** The map is missing before a team's first player has begun, and with mMatchupScore alone. */
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

/** Line-ups stand in the games of the asked week only. */
function lineups(asked: BodyContext, game: SimulatedGame, teamId: number): object {
  const hasLineups = asked.views.includes('mBoxscore') || asked.views.includes('mScoreboard')
  if (!hasLineups || !game.weeks.includes(asked.week) || !asked.moment.isDrafted) return {}
  return {
    rosterForCurrentScoringPeriod: lineupRoster(asked, teamId),
    rosterForMatchupPeriod: scorersRoster(asked, teamId),
    ...(hasEnded(game, asked.moment) ? {} : { rosterForMatchupPeriodDelayed: { entries: [] } }),
  }
}

/** The current period has live totals; those of the last one stay when the season is over. Old seasons have none. */
function liveTotals({ season, moment }: BodyContext, game: SimulatedGame, teamId: number): object {
  if (usesHistoryEndpoint(season.season) || !moment.isDrafted) return {}
  if (game.period !== currentPeriod(season, moment)) return {}
  const sum = (of: (lineup: LineupEntry[]) => Points) =>
    pointsToDecimal(addPoints(game.weeks.map((week) => of(season.lineupOf(teamId, week)))))
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
