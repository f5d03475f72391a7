import type { getLineupEfficiency } from '@fieldhouse/contract/lineups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { completedGames, gamesOfTeam } from '@fieldhouse/domain/insights/season/regular-season'
import { type Points, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { bySlot, type LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import {
  type LineupReview,
  type ReviewedGame,
  seasonEfficiency,
  wouldHaveWon,
} from '@fieldhouse/domain/rosters/lineup-efficiency'
import type { RosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import type { InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import { presentHeader } from './present.ts'

type Lineups = ResponseOf<typeof getLineupEfficiency>

/** The completed NFL weeks whose lineups are stored, in order. */
export function reviewableWeeks(stored: InsightSeason | null, rosters: readonly RosterWeek[]): number[] {
  if (stored === null) return []
  const { isFinished, currentWeek } = stored.schedule
  const open = new Set(stored.regular.openGames.flatMap(({ weeks }) => weeks))
  const isCompleted = (week: number) =>
    !open.has(week) && (isFinished || (currentWeek !== null && week < currentWeek) || isPlayed(stored, week))
  return [...new Set(rosters.map(({ week }) => week))].filter(isCompleted)
}

/** Whether all regular games of a week are final. */
function isPlayed({ regular }: InsightSeason, week: number): boolean {
  return completedGames(regular).some(({ weeks }) => weeks.includes(week))
}

/** `reviews` are the lineups of `week` by team. */
export function presentLineups(
  season: number,
  stored: InsightSeason | null,
  rosters: readonly RosterWeek[],
  { week, reviews }: { week: number | null; reviews: ReadonlyMap<number, LineupReview> },
): Lineups {
  const weeks = reviewableWeeks(stored, rosters)
  const header = { ...presentHeader(season, stored), nfl_week: week, nfl_weeks: weeks }
  if (stored === null || header.unavailable !== null) return { ...header, nfl_week: null, teams: [] }
  if (weeks.length === 0) return { ...header, nfl_week: null, unavailable: 'no_lineups', teams: [] }
  const { regular } = stored
  const byTeamAndWeek = new Map(rosters.map((roster) => [`${roster.teamId} ${roster.week}`, roster]))
  const games = completedGames(regular)
  return {
    ...header,
    teams: regular.teams.map(({ teamId }) => {
      const reviewed = gamesOfTeam(games, teamId).map(({ game, other, result }) => ({
        game,
        reviews: game.weeks.flatMap((each) => byTeamAndWeek.get(`${teamId} ${each}`) ?? []),
        weeks: game.weeks.length,
        result,
        opponentPoints: other.points,
      }))
      const review = reviews.get(teamId)
      const game = reviewed.find((each) => week !== null && each.game.weeks.includes(week))
      return {
        team_id: teamId,
        season: presentEfficiency(reviewed),
        lineup: review === undefined ? null : presentReview(review, game),
      }
    }),
  }
}

function presentEfficiency(games: readonly ReviewedGame[]): Lineups['teams'][number]['season'] {
  const { leftOnBench, perfectLineups, wouldHaveWon: won, lostAnyway, ...season } = seasonEfficiency(games)
  return {
    ...season,
    actual: pointsToDecimal(season.actual),
    optimal: pointsToDecimal(season.optimal),
    left_on_bench: pointsToDecimal(leftOnBench),
    perfect_lineups: perfectLineups,
    would_have_won: won,
    lost_anyway: lostAnyway,
  }
}

function presentReview(review: LineupReview, game: ReviewedGame | undefined) {
  return {
    actual: pointsToDecimal(review.actual),
    optimal: pointsToDecimal(review.optimal),
    left_on_bench: pointsToDecimal(review.leftOnBench),
    efficiency: review.efficiency,
    to_start: review.toStart.map(presentPlayer),
    to_bench: review.toBench.map(presentPlayer),
    slots: review.slots.toSorted(bySlot).map(({ slotId, started, best }) => ({
      slot_id: slotId,
      started: started && presentPlayer(started),
      best: best && presentPlayer(best),
    })),
    would_have_won: game === undefined ? null : wouldHaveWon(game),
  }
}

function presentPlayer({ playerId, name, position, points }: LineupEntry) {
  return { player_id: playerId, name, position, points: pointsToDecimalOrNull(points) }
}

/**
 * The average points of the best lineups through a period, by team ID; null if a lineup of a completed week is
 * missing.
 */
export function rosterStrengths({ regular }: InsightSeason, rosters: readonly RosterWeek[]) {
  const optimal = new Map(rosters.map((each) => [`${each.teamId} ${each.week}`, each.optimal]))
  const games = completedGames(regular)
  return (through: number): Map<number, number> | null => {
    const strengths = new Map<number, number>()
    for (const { teamId } of regular.teams) {
      const own = gamesOfTeam(games, teamId).filter(({ game }) => game.period <= through)
      const weeks = own.flatMap(({ game }) => game.weeks)
      const points = weeks.flatMap((week): Points[] => {
        const best = optimal.get(`${teamId} ${week}`)
        return best === undefined ? [] : [best]
      })
      if (points.length < weeks.length || points.length === 0) return null
      strengths.set(teamId, points.reduce((sum, each) => sum + each, 0) / points.length / 100)
    }
    return strengths
  }
}
