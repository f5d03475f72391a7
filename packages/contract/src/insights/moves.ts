import { z } from 'zod'
import { OwnedTeam, ScoringFormat, SeasonQuery } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { MovedPlayer } from '../transactions.ts'
import { INSIGHTS } from './insights.ts'

const { get } = operationsOf('feed')

const TradeNet = z.object({
  season: z.int(),
  trade: z.string(),
  week: z.int(),
  /** The names of the other teams. */
  with: z.array(z.string()),
  net: z.number(),
})

/** Trades in points of starters. Those that were undone, and those without a completed week since, are left out. */
const TradeRecord = z.object({
  trades: z.int(),
  won: z.int(),
  /** With a net of 0, such as trades of draft picks only. */
  even: z.int(),
  lost: z.int(),
  /** What the received players scored for the team. */
  gained: z.number(),
  /** What the given players scored for the others. */
  given: z.number(),
  /** `gained − given`. The sum of a list is 0. */
  net: z.number(),
  /** null if no trade was won. */
  best: TradeNet.nullable(),
  /** null if no trade was lost. */
  worst: TradeNet.nullable(),
})

const Pickup = z.object({
  team_id: z.int(),
  player: MovedPlayer,
  /** NFL week of the latest pickup by that team. */
  week: z.int(),
  bid: z.number().nullable(),
  /** The weeks that he spent on the roster since. */
  weeks: z.int(),
  /** Points in the starting lineup since. */
  started: z.number(),
  /** Points by dollar of the bid; null without a bid above 0. */
  per_dollar: z.number().nullable(),
})

export const getMoves = get('/api/league/:league/insights/moves/', {
  summary: 'Who wins trades, and the best pickups of a season',
  ...INSIGHTS,
  cache: { view: 'league', reads: ['league', 'season', 'people', 'news'] },
  querystring: SeasonQuery,
  response: z.object({
    season: z.int(),
    scoring_format: ScoringFormat,
    /**
     * Why the season has none: it is not stored, its transactions were never read, it is not played for points, or
     * no completed week with lineups is stored. null if it has.
     */
    unavailable: z.enum(['not_stored', 'not_read', 'format', 'no_lineups']).nullable(),
    /** The last NFL week that counts; null without any. */
    through_week: z.int().nullable(),
    /** The NFL weeks before it whose lineups are not stored, so that they do not count, in order. */
    missing_weeks: z.array(z.int()),
    /** Of the season, by name. */
    teams: z.array(OwnedTeam),
    /** The teams that traded this season, best first. */
    trades: z.array(TradeRecord.extend({ team_id: z.int() })),
    /**
     * How many completed trades of the season do not count, because the provider does not list their players and
     * the rosters do not tell them.
     */
    unlisted_trades: z.int(),
    /** The best pickups of the season that scored points for their team, best first. */
    best_pickups: z.array(Pickup),
    /** The pickups of every team, those with the most points first. */
    pickups: z.array(
      z.object({
        team_id: z.int(),
        /** How often it picked up a player. */
        count: z.int(),
        started: z.number(),
        /** null if none scored points for the team. */
        best: Pickup.nullable(),
      }),
    ),
    all_time: z.object({
      /** The seasons that count, newest first. */
      seasons: z.array(z.int()),
      /** The sum of these seasons. */
      unlisted_trades: z.int(),
      /** By owner, best first; a team without an owner stands for itself. */
      trades: z.array(TradeRecord.extend({ owner: z.string() })),
    }),
  }),
})
