import { addPoints, type Points } from '../points.ts'
import type { PlayoffGame } from '../seasons/playoffs.ts'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '../seasons/scoring-format.ts'
import { isDecided, type MatchupPeriod, type SeasonTeam, type WeeklyScore } from '../seasons/season.ts'

export type PrizeTeam = Pick<
  SeasonTeam,
  'teamId' | 'name' | 'record' | 'pointsFor' | 'playoffSeed' | 'finalRank'
>

export type PrizeSeason = {
  format: ScoringFormat
  isFinished: boolean
  teams: readonly PrizeTeam[]
  games: readonly PlayoffGame[]
  periods: readonly MatchupPeriod[]
  regularSeasonPeriods: number | null
  /** NFL week; null if unknown. */
  finalWeek: number | null
  /** The scores of completed weeks, as far as they are stored. */
  weeklyScores: readonly WeeklyScore[]
}

export type PrizeWeek = {
  week: number
  isPlayoffs: boolean
  isFinal: boolean
  /** The scores of all teams that played; null if one of them is not stored, and before the week is final. */
  scores: { teamId: number; points: Points }[] | null
}

/**
 * The weeks of a season in order; null if the season does not say how long it or its regular season is.
 *
 * A week is final once each game of its matchup period is decided, so the first week of a game over two weeks becomes
 * final with the second one. A team on bye does not play, and its score does not count. Without matchups, all weeks
 * belong to the regular season.
 */
export function prizeWeeks(season: PrizeSeason): PrizeWeek[] | null {
  if (!hasMatchups(season.format)) return weeksWithoutGames(season)
  const { periods, regularSeasonPeriods } = season
  if (regularSeasonPeriods === null || periods.length === 0) return null
  const scores = scoresByTeamAndWeek(season.weeklyScores)
  return periods.flatMap(({ period, weeks }) => {
    const all = season.games.filter((game) => game.period === period && game.away !== null)
    const games = all.filter(({ result }) => result !== 'not_played')
    // Nobody can win a week that was not played.
    if (all.length > 0 && games.length === 0) return []
    const isFinal = games.length > 0 && games.every(({ result }) => isDecided(result))
    const sides = games.flatMap(({ home, away }) => (away === null ? [] : [home, away]))
    return weeks.map((week): PrizeWeek => {
      const known = sides.flatMap((side) => {
        const points = scoreOf(side, weeks, week, scores)
        return points === null ? [] : [{ teamId: side.teamId, points }]
      })
      const isKnown = isFinal && hasWeeklyPoints(season.format) && known.length === sides.length
      return { week, isPlayoffs: period > regularSeasonPeriods, isFinal, scores: isKnown ? known : null }
    })
  })
}

function weeksWithoutGames(season: PrizeSeason): PrizeWeek[] | null {
  if (season.finalWeek === null) return null
  return Array.from({ length: season.finalWeek }, (_, index) => {
    const week = index + 1
    const scores = season.weeklyScores.filter((score) => score.week === week)
    return {
      week,
      isPlayoffs: false,
      isFinal: scores.length > 0,
      scores: scores.length === 0 || !hasWeeklyPoints(season.format) ? null : scores,
    }
  })
}

const keyOf = (teamId: number, week: number) => `${teamId} ${week}`

function scoresByTeamAndWeek(scores: readonly WeeklyScore[]): Map<string, Points> {
  return new Map(scores.map(({ teamId, week, points }) => [keyOf(teamId, week), points]))
}

/** The weeks of a longer game are known only if they add up to its total. */
function scoreOf(
  side: { teamId: number; points: Points },
  weeks: readonly number[],
  week: number,
  scores: ReadonlyMap<string, Points>,
): Points | null {
  if (weeks.length === 1) return side.points
  const parts = weeks.flatMap((each) => scores.get(keyOf(side.teamId, each)) ?? [])
  const isComplete = parts.length === weeks.length && addPoints(parts) === side.points
  return isComplete ? (scores.get(keyOf(side.teamId, week)) ?? null) : null
}
