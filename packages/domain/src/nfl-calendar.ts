const DAY_MS = 86_400_000

const DAYS_AFTER_THURSDAY = { tuesday: -2, thursday: 0, saturday: 2 } as const

/**
 * Midnight UTC of a day in an NFL week. A week begins on the Tuesday before its games. Week 1 contains the
 * Thursday after Labor Day (the first Monday of September), as in every season since 2001.
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
