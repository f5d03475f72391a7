import type { getTeamGrades } from '@fieldhouse/contract/insights/grades'
import type { getLineupEfficiency } from '@fieldhouse/contract/insights/lineups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { positionalStrength } from '@fieldhouse/domain/insights/awards/positional-strength'
import { isReportDue, reportCards, subjectValues } from '@fieldhouse/domain/insights/awards/report-card'
import type { DraftBoard } from '@fieldhouse/domain/insights/moves/draft-board'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import { completedGames } from '@fieldhouse/domain/insights/season/regular-season'
import { reviewedGames } from '@fieldhouse/domain/insights/season/season-lineups'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { bySlot, type LineupEntry, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import {
  type LineupReview,
  type ReviewedGame,
  reviewLineup,
  seasonEfficiency,
  wouldHaveWon,
} from '@fieldhouse/domain/rosters/lineup-efficiency'
import type { RosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { toWire } from '../../http/presenters/to-wire.ts'
import { presentHeader } from './present-figures.ts'

type Lineups = ResponseOf<typeof getLineupEfficiency>
type Grades = ResponseOf<typeof getTeamGrades>

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

/** @param lineups those of the week */
export function presentLineups(
  season: number,
  stored: InsightSeason | null,
  rosters: readonly RosterWeek[],
  week: number | null,
  lineups: readonly TeamLineup[],
): Lineups {
  const weeks = reviewableWeeks(stored, rosters)
  const header = { ...presentHeader(season, stored), nfl_week: week, nfl_weeks: weeks }
  const without = (unavailable: Lineups['unavailable']) => {
    return { ...header, nfl_week: null, unavailable, teams: [] }
  }
  if (stored === null || header.unavailable !== null) return without(header.unavailable)
  if (stored.schedule.isBestBall) return without('best_ball')
  if (weeks.length === 0) return without('no_lineups')
  if (rosters.every(({ optimal }) => optimal === null)) return without('no_eligibility')
  return {
    ...header,
    teams: stored.regular.teams.map(({ teamId }) => {
      const reviewed = reviewedGames(stored.regular, rosters, teamId)
      const lineup = lineups.find((each) => each.teamId === teamId)
      const review = lineup === undefined ? null : reviewLineup(lineup)
      const game = reviewed.find((each) => week !== null && each.game.weeks.includes(week))
      return {
        team_id: teamId,
        season: presentEfficiency(reviewed),
        lineup: review && presentReview(review, game),
      }
    }),
  }
}

function presentEfficiency(games: readonly ReviewedGame[]): Lineups['teams'][number]['season'] {
  const { actual, optimal, leftOnBench, ...season } = seasonEfficiency(games)
  return { ...toWire(season), ...presentPoints({ actual, optimal, leftOnBench }) }
}

function presentPoints(review: Pick<LineupReview, 'actual' | 'optimal' | 'leftOnBench'>) {
  return {
    actual: pointsToDecimal(review.actual),
    optimal: pointsToDecimal(review.optimal),
    left_on_bench: pointsToDecimal(review.leftOnBench),
  }
}

function presentReview(review: LineupReview, game: ReviewedGame | undefined) {
  return {
    ...presentPoints(review),
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

export function presentGrades(
  stored: InsightSeason,
  lineups: readonly RosterWeek[],
  transactions: readonly LeagueTransaction[],
  board: DraftBoard | null,
): Pick<Grades, 'nfl_weeks' | 'report_unavailable' | 'teams'> {
  const { regular, schedule } = stored
  const completed = reviewableWeeks(stored, lineups)
  const played = new Set(completedGames(regular).flatMap(({ weeks }) => weeks))
  const nflWeeks = completed.filter((week) => played.has(week))
  const positions = positionalStrength(lineups.filter(({ week }) => nflWeeks.includes(week)))
  const reports = reportCards(
    subjectValues({
      season: regular,
      lineups: lineups.filter(({ week }) => completed.includes(week)),
      isBestBall: schedule.isBestBall,
      picks: board?.isRated === true ? board.picks : [],
      transactions,
    }),
    regular,
  )
  return {
    nfl_weeks: nflWeeks,
    report_unavailable: reports !== null ? null : isReportDue(regular) ? 'too_few_subjects' : 'too_early',
    teams: regular.teams.map(({ teamId }) => ({
      team_id: teamId,
      positions: positions.filter((each) => each.teamId === teamId),
      report: reports?.find((each) => each.teamId === teamId) ?? null,
    })),
  }
}
