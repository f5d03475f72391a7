import { z } from 'zod'
import { Instant } from './fields.ts'
import { NEWS } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get } = operationsOf('news')

export const MAX_NEWS_PLAYERS = 12

export const NewsItem = z.object({
  player: z.string(),
  title: z.string(),
  /** The publisher's display name. */
  source: z.string(),
  link: z.string(),
  published: Instant,
})

/** Comma-separated names. Empty and duplicate names are removed. */
const PlayerList = z
  .string()
  .max(2000, 'The list of players is too long.')
  .transform((list) => [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== ''))
  .pipe(
    z
      .array(z.string().max(100, 'Player names can have at most 100 characters.'))
      .max(MAX_NEWS_PLAYERS, `Request at most ${MAX_NEWS_PLAYERS} players.`),
  )

export const listPlayerNews = get('/api/player-news/', {
  summary: 'Recent headlines about players, newest first; `players` is a comma-separated list of names',
  access: 'signed_in',
  limits: NEWS,
  cache: { view: 'user', reads: ['access', 'news'] },
  querystring: z.object({
    players: PlayerList,
    /** `stored` responds with what is stored, and fetches what is stale after the response. Otherwise waits for it. */
    source: z.literal('stored').optional(),
  }),
  response: z.object({
    items: z.array(NewsItem),
    /** Whether all sources have responded recently about all players. If not, a later request may return more. */
    is_complete: z.boolean(),
  }),
})
