import { z } from 'zod'
import { Money, Slip } from './betslip.ts'
import { FeedItem, ItemChanges, ItemType } from './feed/items.ts'
import { Freshness, Instant } from './fields.ts'
import { Matchup, MatchupTeam, NflGameUpdate } from './matchups.ts'
import { operationsOf } from './operation.ts'

const { get } = operationsOf('live')

/** An event without data, which every stream sends at this interval, also while nothing happens. */
export type Heartbeat = { name: 'heartbeat'; intervalMs: 20_000 }

const LiveSide = MatchupTeam.pick({
  score: true,
  proj: true,
  win_chance: true,
  categories: true,
  top_scorer: true,
  remaining: true,
})

/**
 * The scores of the current week, as in the scoreboard of that week, and what has changed in the season since
 * `previous_updated_at`. A client whose data have another `updated_at` has missed a change, and reads them again.
 */
export const LiveScores = Freshness.extend({
  /** null if the previous state is unknown. Then `changed` is complete. */
  previous_updated_at: Instant.nullable(),
  /** As in the scoreboard: the matchup period, or the NFL week of a total points league. */
  week: z.int().nullable(),
  /** The NFL week of `players`. */
  lineup_week: z.int().nullable(),
  matchups: z.array(
    Matchup.pick({ id: true, status: true, state: true, result: true }).extend({
      away: LiveSide,
      home: LiveSide,
    }),
  ),
  /** The points of the teams in the week of a total points league. */
  scores: z.array(z.object({ team_id: z.int(), score: z.number() })),
  /** The players in lineups whose points or projections have changed. */
  players: z.array(
    z.object({ espn_id: z.int(), proj: z.number().nullable(), actual: z.number().nullable() }),
  ),
  /**
   * What has changed in other ways, and has to be read again. `season` stands for the standings, the summary, the
   * metadata and the snapshot.
   */
  changed: z.array(z.enum(['season', 'scoreboard', 'matchup', 'roster'])),
})

export type LiveScores = z.infer<typeof LiveScores>

/**
 * The data of each event, by event name. An event says what changed, and contains the new state where that is small
 * and the same for all members. Clients fetch the rest from the ordinary endpoints.
 */
export const LEAGUE_EVENTS = {
  scoreboard: z.object({
    season: z.int(),
    /** Only in events that are sent at once, and of the newest season. Without it, everything has to be read again. */
    scores: LiveScores.optional(),
  }),
  /** The NFL games of a week that are in progress or have changed. Sent only to leagues that somebody is viewing. */
  nfl: z.object({ season: z.int(), week: z.int(), games: z.array(NflGameUpdate) }),
  refresh: z.object({
    job: z.enum(['refresh', 'backfill']),
    state: z.enum(['running', 'done', 'failed']),
    /** A display text: the step in progress, or the outcome. */
    step: z.string(),
    done: z.int(),
    total: z.int().nullable(),
  }),
  feed: z.object({
    change: z.enum(['added', 'changed', 'removed']),
    type: z.enum([...ItemType.options, 'trade']),
    id: z.int(),
    /** Of a trade: its season, and the provider's ID. Its comments have to be read. */
    trade: z.object({ season: z.int(), id: z.string() }).optional(),
    /** Of the item after the change. A client whose item is not at the version before has missed a change. */
    version: z.int().optional(),
    fields: z.array(ItemChanges.keyof()).optional(),
    /** The comment that was edited or reacted to. */
    changed_comment: z.int().optional(),
    removed_comment: z.int().optional(),
    /** A new item. Like `changes`, only in events that are sent at once: without it, the item has to be read. */
    item: FeedItem.optional(),
    /** The `fields` as they are when the event is sent. */
    changes: ItemChanges.optional(),
  }),
  /** Something is new in the inbox of a user, or they have read it; null for any member. Sent only to that user. */
  inbox: z.object({ user: z.int().nullable() }),
  /** A user has muted or unmuted somebody. Sent only to that user. */
  mutes: z.object({ user: z.int() }),
  /** The league's slow mode, in seconds; 0 when it was turned off. */
  slow_mode: z.object({ seconds: z.int() }),
  rules: z.object({ version: z.int() }),
  dues: z.object({ season: z.int() }),
  bets: z.object({
    season: z.int(),
    week: z.int(),
    /** The result of the slip, when its last leg was settled or a correction changed it. */
    slip: Slip.pick({ returned: true })
      .extend({ state: z.enum(['won', 'lost', 'returned']), staked: Money, is_correction: z.boolean() })
      .optional(),
  }),
  /** An admin's change: merged owners, games excluded from records, pictures of owners or the trophy, or uploaded seasons. */
  history: z.object({ change: z.enum(['owners', 'records', 'pictures', 'seasons']) }),
} as const satisfies Record<string, z.ZodType>

export type LeagueEvents = { [Name in keyof typeof LEAGUE_EVENTS]: z.infer<(typeof LEAGUE_EVENTS)[Name]> }

/** The response is a `text/event-stream` of LEAGUE_EVENTS that never ends. */
export const streamEvents = get('/api/league/:league/events/', {
  summary: `Server-sent events about changes (${Object.keys(LEAGUE_EVENTS).join(', ')})`,
  access: 'member',
  errors: ['not_ready'],
  produces: ['text/event-stream'],
  querystring: z.object({
    /** Whether the steps of refreshes and backfills are sent, or only how they end. */
    progress: z.enum(['steps', 'outcome']).default('steps'),
    /** The ID of an event: later ones are sent first, as after a connection that was lost. */
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'After must be the ID of an event.')
      .optional(),
  }),
  response: z.string(),
})
