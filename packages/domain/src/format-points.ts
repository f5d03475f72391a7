import { type Points, pointsToDecimal } from './points.ts'

/** With 1 decimal, halves away from zero. */
export function formatPoints(points: Points): string {
  const tenths = Math.round(Math.abs(points) / 10)
  return `${points < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** The scores of a decided game: with 2 decimals where less than 0.1 decided it. Source: decisions, 10. */
export function formatFinalScores(one: Points, other: Points): [one: string, other: string] {
  return needsTwoDecimals(Math.abs(one - other))
    ? [pointsToDecimal(one).toFixed(2), pointsToDecimal(other).toFixed(2)]
    : [formatPoints(one), formatPoints(other)]
}

/** The points between two sides, with 2 decimals below 0.1. Source: decisions, 10. */
export function formatMargin(margin: Points): string {
  return needsTwoDecimals(margin) ? pointsToDecimal(margin).toFixed(2) : formatPoints(margin)
}

function needsTwoDecimals(margin: number): boolean {
  return margin > 0 && margin < 10
}
