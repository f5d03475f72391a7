import { LETTERS } from '@fieldhouse/domain/insights/grade'
import { DRAFT_KINDS } from '@fieldhouse/domain/insights/moves/draft'
import { z } from 'zod'
import { OwnedTeam, PlayerLink, SeasonQuery } from './fields.ts'
import { INSIGHTS } from './insights/insights.ts'
import { operationsOf } from './operation.ts'

const { get } = operationsOf('history')

export const BoardPick = z.object({
  /** Counted from 1 over all rounds. */
  overall: z.int(),
  round: z.int(),
  in_round: z.int(),
  team_id: z.int(),
  player: PlayerLink,
  is_keeper: z.boolean(),
  /** The auction price in league dollars; null without one. */
  bid: z.number().nullable(),
  /** What the player scored while on a roster of the league; null without a stored lineup. */
  points: z.number().nullable(),
  /** Points above those of a player at the position whom nobody starts; null if unknown. */
  above_replacement: z.number().nullable(),
  /**
   * Points beyond those that the spot, in drafts of the same kind, or the price usually gives; null for keepers, if unknown, and before the end of
   * the season.
   */
  value: z.number().nullable(),
  mark: z.enum(['steal', 'bust']).nullable(),
})

const ExtremePick = BoardPick.pick({
  overall: true,
  round: true,
  in_round: true,
  bid: true,
  player: true,
}).extend({
  season: z.int(),
  team: z.string(),
  owner: z.string().nullable(),
  value: z.number(),
})

export const getDraft = get('/api/league/:league/insights/draft/', {
  summary:
    'The draft of a season with the value of each pick, grades, and the best and worst picks of all time',
  ...INSIGHTS,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  querystring: SeasonQuery,
  response: z.object({
    season: z.int(),
    /**
     * Why there is no board: the season is not stored, is not drafted yet, its draft was never read, or the
     * provider has no picks of it, as after a draft outside the provider.
     */
    unavailable: z.enum(['not_stored', 'not_drafted', 'not_read', 'no_picks']).nullable(),
    draft_at: z.iso.datetime().nullable(),
    /** `other`: neither an auction nor one of the usual orders, such as a draft entered afterwards. */
    kind: z.enum(DRAFT_KINDS),
    /** Whether the draft is over. Before that, it can contain keepers. */
    is_complete: z.boolean(),
    /** Why picks have no value: the season is not over, or its lineups are not all stored. null if they have. */
    values_unavailable: z.enum(['in_progress', 'no_lineups']).nullable(),
    /**
     * How many drafts the expectation of a spot comes from: those in the same order, open to the same players and
     * about as long. Of a season with several drafts, those that the first one is compared with. 0 for an auction,
     * and before there are values.
     */
    rated_drafts: z.int(),
    /** In the order of the first round. */
    teams: z.array(
      OwnedTeam.extend({
        /** The sum of the values of its picks, and its grade; null before there are values. */
        value: z.number().nullable(),
        grade: z.enum(LETTERS).nullable(),
      }),
    ),
    /** In draft order. */
    picks: z.array(BoardPick),
    /** Of all rated drafts, best and worst first. */
    best: z.array(ExtremePick),
    worst: z.array(ExtremePick),
  }),
})
