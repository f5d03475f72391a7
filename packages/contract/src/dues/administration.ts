import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import { PRIZE_KINDS } from '@fieldhouse/domain/league/prizes'
import { z } from 'zod'
import { ItemPath } from '../feed/items.ts'
import { atMost, countedFrom, Expected, MemberText, SeasonYear, TeamId, WeekNumber } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { Dues } from './dues.ts'

const { post, del } = operationsOf('leagues')

const AMOUNT = /^\d{1,6}(?:\.\d{1,2})?$/

const Amount = z.string().trim().regex(AMOUNT, 'Enter an amount of up to $999,999.99, such as 25 or 12.50.')

const isZero = (text: string) => Number(text) === 0

const PositiveAmount = Amount.refine((text) => !isZero(text), 'Enter an amount above 0.')

const SignedAmount = z
  .string()
  .trim()
  .regex(/^-?\d{1,6}(?:\.\d{1,2})?$/, 'Enter an amount such as 25 or -12.50.')
  .refine((text) => !isZero(text), 'Enter an amount other than 0.')

const EnteredDay = z.iso
  .date('Enter a date such as 2026-09-01.')
  .refine((day) => day >= '1990-01-01' && day <= '2100-12-31', 'Enter a date from 1990 to 2100.')

/** A number or a string of digits, as commands send it. */
const PrizeId = countedFrom(1, 'The prize')

const EditedPrize = z
  .object({
    /** null for a new prize. */
    prize_id: PrizeId.nullable(),
    kind: z.enum(PRIZE_KINDS),
    /** Required for a `custom` prize, and ignored for others. */
    title: MemberText.max(...atMost('each title', DUES_LIMITS.title)).nullable(),
    amount: PositiveAmount,
    includes_playoffs: z.boolean(),
  })
  .refine(({ kind, title }) => kind !== 'custom' || (title ?? '') !== '', {
    path: ['title'],
    message: 'Give each prize of your own a title.',
  })

const EditedPrizes = z
  .array(EditedPrize)
  .max(DUES_LIMITS.prizes, `Keep to ${DUES_LIMITS.prizes} prizes or fewer.`)
  .refine((prizes) => {
    const ids = prizes.flatMap(({ prize_id: id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'Each prize can be there only once.')

/** The version of the setup that an edit starts from; 0 without one. */
const EditedVersion = countedFrom(0, 'The version')

const Season = z.object({ season: SeasonYear })

/** Nothing is saved if somebody has saved another setup in the meantime. */
export const saveDues = post('/api/league/:league/dues/', {
  summary: 'Sets up the dues and the prizes of a season',
  access: 'league_admin',
  errors: ['season_not_found', 'dues_changed', 'prize_paid_out'],
  body: Season.extend({
    version: EditedVersion,
    /** What each team owes. */
    amount: Amount,
    due_on: EnteredDay.nullable(),
    note: MemberText.max(...atMost('the note', DUES_LIMITS.note)).default(''),
    prizes: EditedPrizes,
  }),
  response: Dues,
})

/** Only possible while nothing is noted, so that no payment disappears with it. */
export const removeDues = post('/api/league/:league/dues/remove/', {
  summary: 'Removes the dues and the prizes of a season',
  access: 'league_admin',
  errors: ['dues_not_set_up', 'dues_changed', 'dues_in_use'],
  body: Season.extend({ version: EditedVersion }),
  response: Dues,
})

const ENTRY = {
  access: 'league_admin',
  errors: ['dues_not_set_up', 'team_not_found', 'dues_full'],
} as const

export const addDuesPayment = post('/api/league/:league/dues/payments/', {
  summary: 'Notes that a team has paid an amount; no money moves',
  ...ENTRY,
  body: Season.extend({
    team_id: TeamId,
    amount: PositiveAmount,
    paid_on: EnteredDay,
    note: MemberText.max(...atMost('the note', DUES_LIMITS.reason)).default(''),
  }),
  response: Dues,
})

export const addDuesAdjustment = post('/api/league/:league/dues/adjustments/', {
  summary: 'Changes what a team owes, for example by a late fee',
  ...ENTRY,
  body: Season.extend({
    team_id: TeamId,
    /** Negative if the team owes less. */
    amount: SignedAmount,
    reason: MemberText.min(1, 'Enter a reason.').max(...atMost('the reason', DUES_LIMITS.reason)),
  }),
  response: Dues,
})

export const removeDuesEntry = del('/api/league/:league/dues/entries/:id/', {
  summary: 'Removes a payment or an adjustment',
  access: 'league_admin',
  errors: ['dues_entry_not_found'],
  params: ItemPath,
  response: Dues,
})

export const addDuesPayout = post('/api/league/:league/dues/payouts/', {
  summary: 'Notes that a share of a prize was paid out to a winner; no money moves',
  access: 'league_admin',
  errors: ['dues_not_set_up', 'prize_not_found', 'prize_changed', 'prize_paid_out'],
  body: Season.extend({
    prize_id: PrizeId,
    /** NFL week; null unless the prize is weekly. */
    week: WeekNumber.nullable().default(null),
    team_id: TeamId,
    /** The share that the client shows. If it has changed, nothing is noted. */
    amount: PositiveAmount,
    paid_on: EnteredDay,
  }),
  response: Dues,
})

export const removeDuesPayout = del('/api/league/:league/dues/payouts/:id/', {
  summary: 'Undoes the note of a payout',
  access: 'league_admin',
  errors: ['dues_entry_not_found'],
  params: ItemPath,
  response: Dues,
})

export const namePrizeWinner = post('/api/league/:league/dues/winner/', {
  summary: 'Names the team that has won a prize of the league, or no team yet',
  access: 'league_admin',
  errors: ['dues_not_set_up', 'prize_not_found', 'team_not_found', 'edit_conflict'],
  body: Season.extend({
    prize_id: PrizeId,
    /** null if nobody has won yet. */
    team_id: TeamId.nullable().default(null),
    expected: Expected({ team_id: z.int().nullable() }),
  }),
  response: Dues,
})
