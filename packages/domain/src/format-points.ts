import { type Points, pointsToDecimal } from './points.ts'

/** Formats points with 1 decimal, rounding half away from zero. */
export function formatPoints(points: Points): string {
  const tenths = Math.round(Math.abs(points) / 10)
  return `${points < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** Formats the final scores of a game: with 2 decimals if the margin is below 0.1. Source: decisions, 10. */
export function formatFinalScores(first: Points, second: Points): [first: string, second: string] {
  return needsTwoDecimals(Math.abs(first - second))
    ? [pointsToDecimal(first).toFixed(2), pointsToDecimal(second).toFixed(2)]
    : [formatPoints(first), formatPoints(second)]
}

/** Formats the margin between two teams, with 2 decimals below 0.1. Source: decisions, 10. */
export function formatMargin(margin: Points): string {
  return needsTwoDecimals(margin) ? pointsToDecimal(margin).toFixed(2) : formatPoints(margin)
}

function needsTwoDecimals(margin: number): boolean {
  return margin > 0 && margin < 10
}
