import { z } from 'zod'
import { LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

/**
 * What the data of an event says, by the event's name. It tells that something
 * changed and where; what it is now, the ordinary calls answer.
 */
export const LEAGUE_EVENTS = {
  scoreboard: z.object({ season: z.int() }),
  refresh: z.object({
    job: z.enum(['refresh', 'backfill']),
    state: z.enum(['running', 'done', 'failed']),
    /** For people: the step that is under way, or how it ended. */
    step: z.string(),
    done: z.int(),
    /** How many steps there are; null while that is unknown. */
    total: z.int().nullable(),
  }),
  feed: z.object({
    change: z.enum(['added', 'changed', 'removed']),
    type: z.enum(['post', 'proposal', 'media']),
    id: z.int(),
  }),
  bets: z.object({ season: z.int(), week: z.int() }),
  /** By an admin's hand: who is one person, what counts for records, pictures, uploaded seasons. */
  history: z.object({ change: z.enum(['owners', 'records', 'pictures', 'seasons']) }),
} as const satisfies Record<string, z.ZodType>

export type LeagueEvents = { [Name in keyof typeof LEAGUE_EVENTS]: z.infer<(typeof LEAGUE_EVENTS)[Name]> }

/** The answer does not end: it is `text/event-stream`, and its events are those of LEAGUE_EVENTS. */
export const streamEvents = {
  method: 'GET',
  url: '/api/league/:league/events/',
  config: { access: 'member', errors: ['league_not_found', 'not_ready'] },
  schema: {
    summary: `Server-sent events (${Object.keys(LEAGUE_EVENTS).join(', ')}), each when something changed`,
    tags: ['live'],
    produces: ['text/event-stream'],
    params: LeaguePath,
    response: { 200: z.string() },
  },
} as const satisfies Operation
