import { KEEPER_OBSTACLES, KEEPER_UNITS, UNDRAFTED_COSTS } from '@fieldhouse/domain/insights/moves/keepers'
import { ACQUISITION_KINDS } from '@fieldhouse/domain/rosters/acquisitions'
import { z } from 'zod'
import { MessageResponse, OwnedTeam, SeasonQuery } from './fields.ts'
import { INSIGHTS } from './insights/insights.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'
import { MovedPlayer } from './transactions.ts'

const { get } = operationsOf('history')
const leagues = operationsOf('leagues')

/** Rounds or dollars. */
const MAX_COST = 1000

const cost = (label: string, min: number) =>
  z
    .int(`${label} must be a whole number.`)
    .min(min, `${label} must be ${min} or more.`)
    .max(MAX_COST, `${label} must be ${MAX_COST.toLocaleString('en-US')} or less.`)

export const KeeperRule = z.object({
  /** In what a kept player is paid: the pick of a round, or dollars of the auction's budget. */
  unit: z.enum(KEEPER_UNITS),
  /** How many rounds earlier, or dollars more, than a drafted or kept player cost last. */
  step: z.int(),
  /**
   * What a player costs who was not drafted: the last round of the draft, his bid plus the step, a fixed cost, or
   * nothing because he can't be kept.
   */
  undrafted: z.enum(UNDRAFTED_COSTS),
  /** null unless `undrafted` is `fixed`. */
  undrafted_cost: z.int().nullable(),
  /** How many years in a row a player can be kept; null without a limit. */
  max_years: z.int().nullable(),
  max_keepers: z.int().nullable(),
})

const KeeperStep = z.object({
  season: z.int(),
  /**
   * `carried_over`: he stayed on the roster without a pick. `off_season`: he came from another owner's team between
   * two seasons.
   */
  how: z.enum([...ACQUISITION_KINDS, 'carried_over', 'off_season']),
  team: z.string(),
  /** Whom he came from; null if he was on no team. */
  from_team: z.string().nullable(),
  /** NFL week in which it took effect; 0 before week 1, null for a draft and between seasons. */
  week: z.int().nullable(),
  /** The bid of a waiver claim or the price in an auction draft; null without one. */
  bid: z.number().nullable(),
  /** null unless it was a draft pick, and in an auction. */
  round: z.int().nullable(),
})

export const Keeper = z.object({
  team_id: z.int(),
  player: MovedPlayer,
  /** How he came to his team, oldest first; empty if unknown. */
  steps: z.array(KeeperStep),
  /** Whether the first step is how a first team got him. If not, something before it is unknown. */
  has_origin: z.boolean(),
  /** How many years in a row he was kept, by all teams; at least that many if `has_origin` is false. */
  years_kept: z.int(),
  /** The first season for which he was kept; null if he was not. */
  kept_since: z.int().nullable(),
  /** Next season's round or price; null without a rule, and if he can't be kept or his cost is unknown. */
  next_cost: z.int().nullable(),
  /** Why he has no next cost: kept for the most years, not drafted, before the first round, or unknown; null if he has. */
  obstacle: z.enum(KEEPER_OBSTACLES).nullable(),
})

const KEEPERS = { ...INSIGHTS, cache: { view: 'user', reads: ['league', 'season', 'people'] } } as const

export const getKeepers = get('/api/league/:league/insights/keepers/', {
  summary: 'How each player on a roster was acquired, how often he was kept, and what he costs next season',
  ...KEEPERS,
  /** The newest season with rosters if missing. */
  querystring: SeasonQuery,
  response: z.object({
    season: z.int(),
    /** Why there are no players: the season is not stored, is not drafted yet, or has no stored rosters. */
    unavailable: z.enum(['not_stored', 'not_drafted', 'no_rosters']).nullable(),
    is_finished: z.boolean(),
    /** The NFL week of the newest rosters; null without any. */
    week: z.int().nullable(),
    /** Why drafted players may be unknown: the draft was never read, or has no picks. null if it has. */
    draft_unavailable: z.enum(['not_read', 'no_picks']).nullable(),
    /** Whether the transactions of all weeks up to `week` were read. */
    has_all_transactions: z.boolean(),
    rule: KeeperRule.nullable(),
    my_team_id: z.int().nullable(),
    /** The user's team first, then by name. */
    teams: z.array(OwnedTeam),
    /** In the order of the teams, then of the roster. */
    players: z.array(Keeper),
  }),
})

export const exportKeepers = get('/api/league/:league/insights/keepers/export/', {
  summary: 'The players of the keeper ledger as a CSV table',
  ...MEMBER_READ,
  querystring: SeasonQuery,
  produces: ['text/csv'],
  response: z.string(),
})

export const saveKeeperRule = leagues.post('/api/league/:league/keeper-rule/', {
  summary: 'Writes or removes the rule of what a kept player costs',
  access: 'league_admin',
  body: z
    .object({
      /** null removes the rule. */
      unit: KeeperRule.shape.unit.nullable(),
      step: cost('The step', 0).default(1),
      undrafted: KeeperRule.shape.undrafted.default('never'),
      undrafted_cost: cost('The cost', 1).nullish(),
      max_years: cost('The number of years', 1).nullish(),
      max_keepers: cost('The number of players', 1).nullish(),
    })
    .superRefine(({ unit, undrafted, undrafted_cost: fixed }, context) => {
      const reject = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (unit === 'price' && undrafted === 'last_round') reject('undrafted', 'An auction has no last round.')
      if (unit === 'round' && undrafted === 'bid') reject('undrafted', 'A bid is not a round.')
      if (undrafted === 'fixed' && fixed == null) reject('undrafted_cost', 'Enter the cost.')
    }),
  response: MessageResponse.extend({ rule: KeeperRule.nullable() }),
})
