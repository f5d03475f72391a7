import type { Finding, LeagueSeason } from '@fieldhouse/domain/season'
import { z } from 'zod'

/** What the `details` of a season hold: the parts that are only ever read whole. */
export type SeasonDetails = {
  periods: LeagueSeason['calendar']['periods']
  previousSeasons: number[]
  findings: Finding[]
}

const Findings: z.ZodType<Finding[]> = z.array(
  z.object({
    // Written here and nowhere else: a word of an older release is still one.
    code: z.string().transform((code) => code as Finding['code']),
    detail: z.string(),
    week: z.int().nullable(),
    gameId: z.int().nullable(),
  }),
)

const Details: z.ZodType<SeasonDetails> = z.object({
  periods: z.array(z.object({ period: z.int(), weeks: z.array(z.int()) })),
  previousSeasons: z.array(z.int()),
  findings: Findings,
})

export const parseSeasonDetails = (text: string): SeasonDetails => Details.parse(JSON.parse(text))
export const parseFindings = (text: string): Finding[] => Findings.parse(JSON.parse(text))
