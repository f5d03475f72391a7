import type { Finding, LeagueSeason } from '@fieldhouse/domain/season'
import { z } from 'zod'

/** What the `details` of a season hold: the parts that are only ever read whole. */
const SeasonDetailsSchema = z.object({
  periods: z.array(z.object({ period: z.int(), weeks: z.array(z.int()) })),
  previousSeasons: z.array(z.int()),
  findings: z.array(
    z.object({
      code: z.string() as unknown as z.ZodType<Finding['code']>,
      detail: z.string(),
      week: z.int().nullable(),
      gameId: z.int().nullable(),
    }),
  ),
})

export type SeasonDetails = {
  periods: LeagueSeason['calendar']['periods']
  previousSeasons: number[]
  findings: Finding[]
}

export function readSeasonDetails(json: string): SeasonDetails {
  return SeasonDetailsSchema.parse(JSON.parse(json))
}
