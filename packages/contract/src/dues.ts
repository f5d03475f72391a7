import {
  AWARD_STATES,
  DUES_ENTRY_KINDS,
  DUES_LIMITS,
  DUES_STATUSES,
  PRIZE_KINDS,
} from '@fieldhouse/domain/league/dues'
import { z } from 'zod'
import { Money } from './betslip.ts'
import {
  atMost,
  countedFrom,
  Expected,
  Instant,
  MemberText,
  SeasonQuery,
  SeasonYear,
  TeamColor,
  TeamId,
  WeekNumber,
} from './fields.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get, post, del } = operationsOf('leagues')

const Day = z.iso.date()

const Prize = z.object({
  /** Stays the same when the setup is changed. */
  prize_id: z.int(),
  kind: z.enum(PRIZE_KINDS),
  /** null unless the prize is `custom`. */
  title: z.string().nullable(),
  /** For each week, if the prize is weekly. */
  amount: Money,
  /** Whether weeks of the playoffs count; false unless the prize is for scores of weeks. */
  includes_playoffs: z.boolean(),
})

const Setup = z.object({
  /** For each team. */
  amount: Money,
  due_on: Day.nullable(),
  /** How to pay, as plain text; an empty text without a note. */
  note: z.string(),
  prizes: z.array(Prize),
})

const Entry = z.object({
  id: z.int(),
  kind: z.enum(DUES_ENTRY_KINDS),
  /** Negative for an adjustment that lowers what is owed. */
  amount: Money,
  /** When it was paid; null for an adjustment. */
  paid_on: Day.nullable(),
  /** The reason of an adjustment, or the note to a payment, which can be empty. */
  note: z.string(),
  noted_at: Instant,
})

const Team = z.object({
  /** null for a team that is no longer part of the season, such as one of another platform. */
  team_id: z.int().nullable(),
  /** The name when something was noted about it, for a team that is no longer part of the season. */
  name: z.string(),
  logo: z.string().nullable(),
  color: TeamColor,
  owner: z.string().nullable(),
  dues: Money,
  adjustments: Money,
  owed: Money,
  paid: Money,
  /** Paid minus owed. */
  balance: Money,
  status: z.enum(DUES_STATUSES),
  /** The shares of all prizes that it has won, paid out or not. */
  won: Money,
  /** Oldest first. */
  entries: z.array(Entry),
})

const Payout = z.object({
  id: z.int(),
  amount: Money,
  paid_on: Day,
  noted_at: Instant,
})

const Award = z.object({
  /** NFL week; null unless the prize is weekly. */
  week: z.int().nullable(),
  /** `unknown`: it is over, but the stored data do not tell who has won. */
  state: z.enum(AWARD_STATES),
  /** Empty unless the prize is decided. */
  winners: z.array(
    z.object({
      team_id: z.int(),
      share: Money,
      /** The score or the total that won; null for prizes that no points decide. */
      points: z.number().nullable(),
      /** The NFL week of the score; null for prizes that no week decides. */
      week: z.int().nullable(),
      /** null until an admin notes it. */
      payout: Payout.nullable(),
    }),
  ),
})

/** A payout to a team that has not won, for example because a score was corrected afterwards. */
const MisdirectedPayout = Payout.extend({
  week: z.int().nullable(),
  team_id: z.int().nullable(),
  /** The name of the team when the payout was noted. */
  team: z.string(),
})

export const Dues = z.object({
  season: z.int(),
  /** Whether the season has teams. Without it, there is nothing to set up. */
  is_stored: z.boolean(),
  is_finished: z.boolean(),
  my_team_id: z.int().nullable(),
  setup: Setup.extend({ version: z.int(), saved_at: Instant }).nullable(),
  /** The newest earlier setup, which a new one can start from; null without one, and once there is a setup. */
  previous: Setup.extend({ season: z.int() }).nullable(),
  pool: z.object({
    owed: Money,
    collected: Money,
    outstanding: Money,
    /** The sum of all prizes; null while the weeks of a weekly prize are unknown, like `left_over`. */
    planned: Money.nullable(),
    /** What is owed minus the prizes; negative if they exceed it. */
    left_over: Money.nullable(),
    paid_out: Money,
    /** What was collected and not paid out yet. */
    on_hand: Money,
  }),
  /** The user's team first, then by name, then those that are no longer part of the season. */
  teams: z.array(Team),
  /** In the order of the setup. */
  prizes: z.array(
    Prize.extend({
      /** In all weeks together; null while their number is unknown. */
      planned: Money.nullable(),
      awards: z.array(Award),
      misdirected: z.array(MisdirectedPayout),
    }),
  ),
})

export type Dues = z.infer<typeof Dues>

export const getDues = get('/api/league/:league/dues/', {
  summary: 'What the teams of a season owe and have paid, and who has won which prize',
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'people'] },
  /** The current season if missing. */
  querystring: SeasonQuery,
  response: Dues,
})

export const exportDues = get('/api/league/:league/dues/export/', {
  summary: 'The dues, adjustments, payments, prizes and payouts of a season as a CSV table',
  ...MEMBER_READ,
  querystring: SeasonQuery,
  produces: ['text/csv'],
  response: z.string(),
})

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
