import { z } from 'zod'
import { Instant } from './fields.ts'
import { Matchup } from './matchups.ts'
import { operationsOf } from './operation.ts'

const { get } = operationsOf('leagues')

const DashboardGame = Matchup.extend({
  season: z.int(),
  /** The provider's matchup period. */
  week: z.int(),
})

export type DashboardGame = z.infer<typeof DashboardGame>

const DashboardTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lineup'),
    league: z.string(),
    empty_slots: z.array(z.string()),
    players: z.array(z.object({ player: z.string(), reason: z.enum(['out', 'bye']) })),
  }),
  z.object({
    kind: z.literal('pick'),
    league: z.string(),
    season: z.int(),
    week: z.int(),
    /** When picks lock. */
    due: Instant,
  }),
  z.object({
    kind: z.literal('vote'),
    league: z.string(),
    question: z.string(),
    /** The key of the proposal in League Social. */
    post: z.string(),
    /** null for a vote that stays open. */
    due: Instant.nullable(),
  }),
  z.object({ kind: z.literal('requests'), league: z.string(), count: z.int() }),
])

export type DashboardTask = z.infer<typeof DashboardTask>

const LeagueNews = z.object({
  league: z.string(),
  /** The finished games of the user's team, oldest first. */
  results: z.array(
    z.object({
      season: z.int(),
      week: z.int(),
      game_id: z.int(),
      outcome: z.enum(['win', 'loss', 'tie']),
      score: z.number(),
      opponent_score: z.number(),
      opponent: z.string(),
    }),
  ),
  /** Posts, images and videos of others. */
  posts: z.int(),
  /** Comments of others on the user's posts. */
  comments: z.int(),
  /** Proposals of others. */
  proposals: z.int(),
  closed_votes: z.array(z.object({ question: z.string(), post: z.string() })),
  records: z.array(z.object({ title: z.string(), season: z.int(), game_id: z.int() })),
  /** Trades, in leagues whose transactions are stored. */
  trades: z.int(),
})

export type LeagueNews = z.infer<typeof LeagueNews>

export const getDashboard = get('/api/dashboard/', {
  summary: "The current user's games, what they should do, and what is new, in all of their leagues",
  access: 'signed_in',
  response: z.object({
    /** The game of the user's team in the current week, by league. Leagues without one are missing. */
    games: z.array(z.object({ league: z.string(), game: DashboardGame })),
    /** The most urgent first. */
    tasks: z.array(DashboardTask),
    /** null on the first visit. `leagues` has only those with news. */
    since: z.object({ at: Instant, leagues: z.array(LeagueNews) }).nullable(),
  }),
})
