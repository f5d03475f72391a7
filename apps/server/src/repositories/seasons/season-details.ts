import type { Finding, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'

/** The content of the column `details` of a season: the parts that are always read as a whole. */
export type SeasonDetails = {
  periods: LeagueSeason['calendar']['periods']
  previousSeasons: number[]
  findings: Finding[]
}

const Findings: z.ZodType<Finding[]> = z.array(
  z.object({
    // Only this server writes codes. Codes of older releases are accepted.
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

/** Throws a ZodError or SyntaxError for invalid text. */
export const parseSeasonDetails = (text: string): SeasonDetails => Details.parse(JSON.parse(text))
/** Throws a ZodError or SyntaxError for invalid text. */
export const parseFindings = (text: string): Finding[] => Findings.parse(JSON.parse(text))
