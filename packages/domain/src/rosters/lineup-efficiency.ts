import { maxRoundingError, type Points } from '../points.ts'
import { type BestSlot, bestLineup } from './best-lineup.ts'
import { type LineupEntry, slotOf, starterPoints, type TeamLineup } from './lineup.ts'

export type LineupReview = {
  /** The points of the starters, or what the provider counted instead. */
  actual: Points
  optimal: Points
  /** The points that the best lineup has more; 0 if the provider counted more than that. */
  leftOnBench: Points
  /** Actual by optimal points, 0 to 1; null if the best lineup has no points, or the provider counted more. */
  efficiency: number | null
  /** The players whom the best lineup starts instead of others, most points first. */
  toStart: LineupEntry[]
  /** The starters whom it leaves out, fewest points first. */
  toBench: LineupEntry[]
  slots: BestSlot[]
}

export function reviewLineup(
  lineup: Pick<TeamLineup, 'entries' | 'emptySlots' | 'points'>,
): LineupReview | null {
  const best = bestLineup(lineup)
  if (best === null) return null
  const isStarter = ({ slotId }: LineupEntry) => slotOf(slotId).isStarter
  const actual = countedPoints(lineup)
  const byPoints = (a: LineupEntry, b: LineupEntry) => (a.points ?? 0) - (b.points ?? 0)
  const toStart = best.starters.filter((entry) => !isStarter(entry)).sort((a, b) => byPoints(b, a))
  const replaced = lineup.entries.filter((entry) => isStarter(entry) && !best.starters.includes(entry))
  const isComparable = best.points > 0 && actual <= best.points
  return {
    actual,
    optimal: best.points,
    leftOnBench: Math.max(0, best.points - actual) as Points,
    efficiency: isComparable ? actual / best.points : null,
    toStart,
    // A starter without points stays if nobody on the bench would have had more.
    toBench: replaced.filter(({ points }) => toStart.length > 0 || (points ?? 0) < 0).sort(byPoints),
    slots: best.slots,
  }
}

export function countedPoints({ entries, points }: Pick<TeamLineup, 'entries' | 'points'>): Points {
  const started = starterPoints(entries)
  const roundingError = maxRoundingError(entries.filter(({ slotId }) => slotOf(slotId).isStarter).length)
  return Math.abs(points - started) <= roundingError ? started : points
}

type LineupSums = Pick<LineupReview, 'actual' | 'optimal' | 'leftOnBench'>

export type ReviewedGame = {
  /** Of every week of the game; fewer if some are not stored. */
  reviews: readonly LineupSums[]
  weeks: number
  /** 1 for a win, 0.5 for a tie, 0 for a loss. */
  result: number
  opponentPoints: Points
}

export type SeasonEfficiency = {
  /** The weeks with a stored lineup. The others are in no sum. */
  weeks: number
  actual: Points
  optimal: Points
  leftOnBench: Points
  /** The sum of the actual by the sum of the optimal points; null without points. */
  efficiency: number | null
  perfectLineups: number
  wouldHaveWon: number
  lostAnyway: number
}

/** Sums up a season. Weeks in which the provider counted more than the best lineup are in no sum. */
export function seasonEfficiency(games: readonly ReviewedGame[]): SeasonEfficiency {
  const reviews = games.flatMap((game) => game.reviews).filter(({ actual, optimal }) => actual <= optimal)
  const sumOf = (value: (review: LineupSums) => number) =>
    reviews.reduce((sum, review) => sum + value(review), 0) as Points
  const [actual, optimal] = [sumOf((review) => review.actual), sumOf((review) => review.optimal)]
  const lost = games.filter((game) => game.result === 0 && game.reviews.length === game.weeks)
  return {
    weeks: reviews.length,
    actual,
    optimal,
    leftOnBench: sumOf((review) => review.leftOnBench),
    efficiency: optimal > 0 ? actual / optimal : null,
    perfectLineups: reviews.filter(isPerfect).length,
    wouldHaveWon: lost.filter(wouldHaveWon).length,
    lostAnyway: lost.filter((game) => game.reviews.every(isPerfect)).length,
  }
}

export function wouldHaveWon({ reviews, weeks, result, opponentPoints }: ReviewedGame): boolean {
  const optimal = reviews.reduce((sum, review) => sum + review.optimal, 0)
  return result === 0 && reviews.length === weeks && optimal > opponentPoints
}

function isPerfect({ actual, optimal }: LineupSums): boolean {
  return optimal > 0 && actual === optimal
}
