import { viewerCutoff } from '@fieldhouse/domain/betting-week'
import type { Bets } from './use-bets.ts'

/** Whether a pick of a week may be entered. */
export type EntryWindow =
  /** `locksAt` is later where the viewer's own Saturday ends entry first. */
  | { state: 'open'; closesAt: Date; locksAt: Date }
  /** Past 17:00 of the viewer's own Saturday, and before the cut-off. */
  | { state: 'closed'; closedAt: Date; locksAt: Date }
  | { state: 'locked'; lockedAt: Date }
  /** The season has not begun. */
  | { state: 'early' }

/**
 * `now` is the server's. Both readings of the cut-off hold: the server's instant, and 17:00 of the
 * Saturday in the viewer's time zone when that is earlier. Source: decisions, 7.
 */
export function getEntryWindow(
  bets: Pick<Bets, 'season' | 'week' | 'locked' | 'cutoff'>,
  now: Date,
  timeZone: string,
): EntryWindow {
  const locksAt = new Date(bets.cutoff)
  if (now >= locksAt) return { state: 'locked', lockedAt: locksAt }
  if (bets.locked) return { state: 'early' }
  const own = viewerCutoff(bets, timeZone)
  const closesAt = own < locksAt ? own : locksAt
  return now < closesAt
    ? { state: 'open', closesAt, locksAt }
    : { state: 'closed', closedAt: closesAt, locksAt }
}
