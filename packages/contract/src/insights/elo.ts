import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { INSIGHTS } from './insights.ts'

const { get } = operationsOf('history')

export const getEloRatings = get('/api/league/:league/insights/elo/', {
  summary: 'A running rating of each owner over all seasons',
  ...INSIGHTS,
  response: z.object({
    /** The matchup periods with games that count, oldest first. */
    weeks: z.array(z.object({ season: z.int(), week: z.int() })),
    /** Everyone who played one of these games, highest rating first. */
    owners: z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        /** After the last week. */
        rating: z.number(),
        games: z.int(),
        /** The first week with the highest rating. */
        peak: z.object({ rating: z.number(), season: z.int(), week: z.int() }),
        /** After each of the weeks; null before the first game. */
        ratings: z.array(z.number().nullable()),
      }),
    ),
  }),
})
