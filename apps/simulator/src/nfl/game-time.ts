import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { kickoffAt, SLOTS, type Slot, shapeOf } from './calendar.ts'
import { GAME_LENGTH_MS } from './nfl.ts'

const AFTER_KICKOFF_MS = 90 * MINUTE_MS

export function isGameTime(at: Date): boolean {
  return kickoffs(seasonAt(at), SLOTS).some(
    (kickoff) => kickoff <= at.getTime() && at.getTime() < kickoff + GAME_LENGTH_MS,
  )
}

/**
 * The last Sunday of a fantasy season before the given time, at 2:30 PM in New York, when the early games are
 * in progress.
 */
export function lastGameTime(before: Date): Date {
  const season = seasonAt(before)
  const sundays = [season - 1, season]
    .flatMap((each) => kickoffs(each, ['sunday early']))
    .map((kickoff) => kickoff + AFTER_KICKOFF_MS)
  return new Date(sundays.findLast((sunday) => sunday <= before.getTime()) ?? before)
}

function kickoffs(season: number, slots: readonly Slot[]): number[] {
  const weeks = Array.from({ length: shapeOf(season).finalWeek }, (_, index) => index + 1)
  return weeks.flatMap((week) => slots.map((slot) => kickoffAt(season, week, slot)))
}
