import type { BettingWeek } from '../betslip/betting-week.ts'
import type { SlipOutcome } from '../betslip/settlement.ts'
import { type Cents, formatDollars } from '../money.ts'
import { POST_NOTIFICATION_TTL_MS } from './activity-notifications.ts'
import type { Notification } from './notification.ts'

export type AnnouncedSlip = BettingWeek & {
  state: SlipOutcome['state']
  staked: Cents
  /** Includes the stake. null if a leg that won has no odds. */
  returned: Cents | null
  /** 1 for the first result, and one more for each correction. */
  revision: number
  at: Date
}

const RESULTS = { won: 'won', lost: 'lost', returned: 'was refunded' } as const

export function slipNotification(slip: AnnouncedSlip, league: string): Notification {
  const { season, week, state, staked, returned, revision, at } = slip
  const payout =
    returned === null
      ? "The return isn't known, because a leg has no odds."
      : `${formatDollars(returned)} returned.`
  return {
    kind: 'slip',
    key: `slip ${season} ${week} ${revision}`,
    title: `${revision === 1 ? 'The' : 'Corrected: the'} Week ${week} slip ${RESULTS[state]}`,
    body: `${league}: ${formatDollars(staked)} staked${returned === null ? '. ' : ', '}${payout}`,
    target: { tab: 'betslip', season, week },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}
