const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * The instant at which the clocks of a time zone show an hour of a day. `day` is that day's
 * midnight in UTC. Throws a RangeError for a zone that there is not.
 */
export function instantAt(day: Date, hour: number, timeZone: string): Date {
  const shown = day.getTime() + hour * 3_600_000
  const first = shown - utcOffsetMs(shown, timeZone)
  // The clocks may change between the guess and the instant itself.
  return new Date(shown - utcOffsetMs(first, timeZone))
}

/**
 * What the clocks of a time zone show at an instant: the day as its midnight in UTC, and the minutes
 * after midnight. Throws a RangeError for a zone that there is not.
 */
export function clockTimeAt(instant: Date, timeZone: string): { day: Date; minute: number } {
  const shown = new Date(instant.getTime() + utcOffsetMs(instant.getTime(), timeZone))
  const minute = shown.getUTCHours() * 60 + shown.getUTCMinutes()
  return { day: new Date(shown.toISOString().slice(0, 10)), minute }
}

/** Whether there is such a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds; behind is below zero. */
function utcOffsetMs(instant: number, timeZone: string): number {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept !== undefined) return kept
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, clock)
  return clock
}
