/**
 * The matchup periods that an X-Fantasy-Filter header narrows the schedule to; null when
 * it has none, as when there is no header or it narrows something else.
 */
export function readScheduleFilter(header: string | undefined): number[] | null {
  const list = /"filterMatchupPeriodIds"\s*:\s*\{\s*"value"\s*:\s*\[([\d,\s]*)\]/.exec(header ?? '')?.[1]
  return list === undefined ? null : list.split(',').map(Number)
}
