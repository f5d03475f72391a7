/**
 * Reads the matchup periods from an X-Fantasy-Filter header. Returns null when the header is missing or
 * does not filter the schedule.
 */
export function readScheduleFilter(header: string | undefined): number[] | null {
  const list = /"filterMatchupPeriodIds"\s*:\s*\{\s*"value"\s*:\s*\[([\d,\s]*)\]/.exec(header ?? '')?.[1]
  return list === undefined ? null : list.split(',').map(Number)
}
