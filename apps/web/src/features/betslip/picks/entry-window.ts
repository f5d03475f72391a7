import { viewerCutoff } from '@fieldhouse/domain/betslip/betting-week'
import type { Bets } from '../use-bets.ts'

export type EntryWindow =
  /** `closesAt` is earlier than `locksAt` when 5 PM in the viewer's time zone comes first. */
  | { state: 'open'; closesAt: Date; locksAt: Date }
  /** Past Saturday 5 PM in the viewer's time zone, but before the league's cutoff. */
  | { state: 'closed'; closedAt: Date; locksAt: Date }
  | { state: 'locked'; lockedAt: Date }
  | { state: 'early' }

/**
 * `now` is the server's time. Entry closes at the server's cutoff, or at Saturday 5 PM in the viewer's
 * time zone if that is earlier. Source: decisions, 7.
 */
export function getEntryWindow(
  bets: Pick<Bets, 'season' | 'week' | 'locked' | 'cutoff'>,
  now: Date,
  timeZone: string,
): EntryWindow {
  const locksAt = new Date(bets.cutoff)
  if (now >= locksAt) return { state: 'locked', lockedAt: locksAt }
  if (bets.locked) return { state: 'early' }
  const viewerClosesAt = viewerCutoff(bets, timeZone)
  const closesAt = viewerClosesAt < locksAt ? viewerClosesAt : locksAt
  return now < closesAt
    ? { state: 'open', closesAt, locksAt }
    : { state: 'closed', closedAt: closesAt, locksAt }
}
