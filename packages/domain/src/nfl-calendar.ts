const DAY_MS = 86_400_000

const DAYS_AFTER_THURSDAY = { tuesday: -2, thursday: 0, saturday: 2 } as const

/**
 * A day of an NFL week, as its midnight in UTC; the week begins on the Tuesday before its games.
 * Week 1 is that of the Thursday after Labor Day, the first Monday of September, as it has been
 * since 2001.
 */
export function dayOfNflWeek(season: number, week: number, day: keyof typeof DAYS_AFTER_THURSDAY): Date {
  const days = (week - 1) * 7 + DAYS_AFTER_THURSDAY[day]
  return new Date(firstThursday(season) + days * DAY_MS)
}

function firstThursday(season: number): number {
  const september = new Date(Date.UTC(season, 8, 1))
  const laborDay = 1 + ((8 - september.getUTCDay()) % 7)
  return Date.UTC(season, 8, laborDay + 3)
}
