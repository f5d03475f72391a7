import { PUBLIC_STATUSES, TRANSACTION_KINDS } from '@fieldhouse/domain/rosters/transactions'
import { z } from 'zod'
import {
  Instant,
  OwnedTeam,
  PageLimit,
  PlayerLink,
  ScoringFormat,
  SeasonYear,
  TeamId,
  WeekOrPreseason,
} from './fields.ts'
import { INSIGHTS } from './insights/insights.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

/** A draft pick that changes teams in a trade. It is named by the team that had it originally. */
export const TradedPick = z.object({
  season: z.int(),
  round: z.int(),
  original_team_id: z.int(),
  original_team: z.string(),
  from_team_id: z.int(),
  to_team_id: z.int(),
})

export type TradedPick = z.infer<typeof TradedPick>

/** Free-agent budget (FAAB) that changes teams in a trade, in league dollars. */
export const TradedBudget = z.object({
  amount: z.number(),
  from_team_id: z.int(),
  to_team_id: z.int(),
})

export type TradedBudget = z.infer<typeof TradedBudget>

const { get } = operationsOf('feed')

export const MovedPlayer = PlayerLink.extend({
  /** The abbreviation of his NFL team; null without one. */
  nfl_team: z.string().nullable(),
})

/** What a team's page and the list of a season say of a transaction. */
export const TransactionSummary = z.object({
  id: z.string(),
  kind: z.enum(TRANSACTION_KINDS),
  /** Only `done` transactions changed a roster. */
  status: z.enum(PUBLIC_STATUSES),
  /** The provider's failure code, such as `FAILED_ROSTERLIMIT`; null if it did not fail. */
  reason: z.string().nullable(),
  /** NFL week in which it takes effect; 0 before week 1. */
  week: z.int(),
  bid: z.number().nullable(),
})

export const Transaction = TransactionSummary.extend({
  season: z.int(),
  /** When it was decided; null if unknown. */
  at: Instant.nullable(),
  /** Whether a league manager made it for a team. */
  by_manager: z.boolean(),
  team_ids: z.array(z.int()),
  /**
   * Where the players of `moves` are from: listed by the provider, or for a trade without players `derived` from the
   * rosters before and after it. `unlisted`: a completed trade of which neither tells the players.
   */
  players: z.enum(['listed', 'derived', 'unlisted']),
  /** A null team is free agency. Empty if the provider lists none. */
  moves: z.array(
    z.object({
      player: MovedPlayer,
      from_team_id: z.int().nullable(),
      to_team_id: z.int().nullable(),
    }),
  ),
  picks: z.array(TradedPick),
  budget: z.array(TradedBudget),
})

export type Transaction = z.infer<typeof Transaction>

/** `failed`: claims and moves that changed no roster. The other kinds leave them out. */
export const TransactionFilter = z.enum([...TRANSACTION_KINDS, 'failed'])

export const listTransactions = get('/api/league/:league/transactions/', {
  summary: 'Adds, drops, waiver claims and trades of a season, newest first',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people', 'news'] },
  querystring: z.object({
    /** The current one if missing. */
    season: SeasonYear.optional(),
    week: WeekOrPreseason.optional(),
    team: TeamId.optional(),
    kind: TransactionFilter.optional(),
    limit: PageLimit.default(30),
    /** The `next` cursor of the previous page. */
    before: z
      .string()
      .regex(/^\d{1,15}\.[\w-]{1,64}$/, 'The cursor is invalid.')
      .optional(),
  }),
  response: z.object({
    season: z.int(),
    /** Why there are none: the season is not stored, or its transactions were never read. null if they were. */
    unavailable: z.enum(['not_stored', 'not_read']).nullable(),
    /** The NFL weeks with transactions, in order. */
    weeks: z.array(z.int()),
    /** Of the season, by name. */
    teams: z.array(OwnedTeam),
    /** Newest first. Without pending, canceled and declined ones, which the provider shows only to the teams concerned. */
    transactions: z.array(Transaction),
    next: z.string().nullable(),
  }),
})

const TradeSide = z.object({
  team_id: z.int(),
  /** Points that the received players scored in its starting lineup, minus those of the given ones for the others. */
  net_started: z.number(),
  /** The same with points on the bench. */
  net_all: z.number(),
  received: z.array(
    z.object({
      player_id: z.int(),
      /** The weeks that he spent on its roster. */
      weeks: z.int(),
      started: z.number(),
      all: z.number(),
    }),
  ),
})

export const getTrade = get('/api/league/:league/trades/:season/:trade/', {
  summary: 'A trade with what each side got out of it so far',
  ...INSIGHTS,
  errors: ['item_not_found'],
  cache: { view: 'league', reads: ['league', 'season', 'people', 'news', 'feed'] },
  response: z.object({
    season: z.int(),
    scoring_format: ScoringFormat,
    /** Its sides: the one that proposed it first, if known. */
    teams: z.array(OwnedTeam),
    trade: Transaction.extend({
      picks: z.array(
        TradedPick.extend({
          /** What the pick became; null before the draft, and if unknown. */
          became: z
            .object({
              overall: z.int(),
              in_round: z.int(),
              team_id: z.int(),
              player: MovedPlayer,
              /** What the player scored on rosters of the league in that season; null if unknown. */
              points: z.number().nullable(),
            })
            .nullable(),
        }),
      ),
    }),
    /** Whether its players were returned within a week, so that it does not count. */
    is_reversed: z.boolean(),
    /**
     * Why there is no result: the trade was vetoed, the league does not play for points, or no lineups since are
     * stored. null if there is one.
     */
    unavailable: z.enum(['vetoed', 'format', 'no_lineups']).nullable(),
    /** The first NFL week in which a traded player was on his new roster; null without one. */
    from_week: z.int().nullable(),
    through_week: z.int().nullable(),
    /** The NFL weeks since the trade whose lineups are not stored, so that they do not count, in order. */
    missing_weeks: z.array(z.int()),
    /** Sums to zero. Empty without a result. */
    sides: z.array(TradeSide),
  }),
})
