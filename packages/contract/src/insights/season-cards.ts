import { CARD_KINDS } from '@fieldhouse/domain/insights/season-cards/season-card'
import { z } from 'zod'
import { OwnedTeam, SeasonQuery, TeamId } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { INSIGHTS, InsightsHeader, InsightsUnavailable } from './insights.ts'

const { get } = operationsOf('history')

export const CardKind = z.enum(CARD_KINDS, `The card is one of ${CARD_KINDS.join(', ')}.`)

const SeasonCard = z.object({
  kind: CardKind,
  title: z.string(),
  /** What is shown largest: a number, or the name of the champion. */
  value: z.string(),
  /** What the value is. Reads on from it. */
  caption: z.string(),
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      note: z.string().nullable(),
      /** The game that it comes from; null for sums. */
      game: z.object({ week: z.int(), game_id: z.int() }).nullable(),
    }),
  ),
  chart: z
    .object({
      /** Shares are 0 to 1. Rank 1 is at the top. */
      unit: z.enum(['share', 'rank']),
      /** The lowest rank of the league; 1 for shares. */
      max: z.number(),
      lines: z.array(
        z.object({ name: z.string(), points: z.array(z.object({ week: z.int(), value: z.number() })) }),
      ),
    })
    .nullable(),
  weeks: z.string(),
  team_ids: z.array(z.int()),
  text: z.string(),
})

export type SeasonCard = z.infer<typeof SeasonCard>

export const CardsQuery = SeasonQuery.extend({
  /** Without a team, the cards of the league. */
  team_id: TeamId.optional(),
})

export const getSeasonCards = get('/api/league/:league/insights/season-cards/', {
  summary: 'A finished season as cards, of a team or of the league',
  ...INSIGHTS,
  errors: ['team_not_found', 'busy'],
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  querystring: CardsQuery,
  response: InsightsHeader.extend({
    /** Also `in_progress` for a season that is not over, and `too_few` if its data make fewer than three cards. */
    unavailable: z.enum([...InsightsUnavailable.options, 'in_progress', 'too_few']).nullable(),
    /** null for the league. */
    team_id: z.int().nullable(),
    /** What is not stored of the season, or cannot be computed. Cards that need it are left out. */
    missing: z.array(z.enum(['lineups', 'draft', 'transactions', 'odds'])),
    /** Whether the provider starts the best players by itself, so that nobody leaves points on the bench. */
    is_best_ball: z.boolean(),
    /** By final place. */
    teams: z.array(OwnedTeam),
    cards: z.array(SeasonCard),
  }),
})
