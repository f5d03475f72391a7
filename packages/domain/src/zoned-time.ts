const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * The instant at which it is a given hour of a day in a time zone. `day` is midnight UTC of that day. Throws
 * a RangeError for an unknown time zone.
 */
export function instantAt(day: Date, hour: number, timeZone: string): Date {
  const localTime = day.getTime() + hour * 3_600_000
  const estimate = localTime - utcOffsetMs(localTime, timeZone)
  // The UTC offset may change between the estimate and the actual instant.
  return new Date(localTime - utcOffsetMs(estimate, timeZone))
}

/**
 * The local time of an instant in a time zone: the day as its midnight in UTC, and the minutes after
 * midnight. Throws a RangeError for an unknown time zone.
 */
export function clockTimeAt(instant: Date, timeZone: string): { day: Date; minute: number } {
  const localTime = new Date(instant.getTime() + utcOffsetMs(instant.getTime(), timeZone))
  const minute = localTime.getUTCHours() * 60 + localTime.getUTCMinutes()
  return { day: new Date(localTime.toISOString().slice(0, 10)), minute }
}

/** Whether a time zone with this name exists. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The UTC offset of a time zone at an instant, in milliseconds; negative west of UTC. */
function utcOffsetMs(instant: number, timeZone: string): number {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const localTime = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return localTime - Math.floor(instant / 1000) * 1000
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached !== undefined) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
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
  formatters.set(timeZone, formatter)
  return formatter
}
