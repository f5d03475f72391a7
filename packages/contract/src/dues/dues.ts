import { DUES_ENTRY_KINDS, DUES_STATUSES } from '@fieldhouse/domain/league/dues'
import { AWARD_STATES, PRIZE_KINDS } from '@fieldhouse/domain/league/prizes'
import { z } from 'zod'
import { Money } from '../betslip/betslip.ts'
import { Instant, SeasonQuery, TeamColor } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('leagues')

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
