import type { getLineupEfficiency } from '@fieldhouse/contract/lineups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { completedGames } from '@fieldhouse/domain/insights/season/regular-season'
import { reviewedGames } from '@fieldhouse/domain/insights/season/season-lineups'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
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
  if (stored.schedule.isBestBall) return { ...header, nfl_week: null, unavailable: 'best_ball', teams: [] }
  if (weeks.length === 0) return { ...header, nfl_week: null, unavailable: 'no_lineups', teams: [] }
  if (rosters.every(({ optimal }) => optimal === null))
    return { ...header, nfl_week: null, unavailable: 'no_eligibility', teams: [] }
  return {
    ...header,
    teams: stored.regular.teams.map(({ teamId }) => {
      const reviewed = reviewedGames(stored.regular, rosters, teamId)
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
