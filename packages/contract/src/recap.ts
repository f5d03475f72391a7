import { GAME_KINDS, RECAP_SECTIONS } from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import { WHAT_IF } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get } = operationsOf('leagues')

const RecapTeam = z.object({ id: z.int(), name: z.string() })

/** A recap as it is shown: all figures are text, as in the pictures and messages. */
export const RecapCard = z.object({
  title: z.string(),
  headline: z.string(),
  /** Paragraphs. */
  story: z.array(z.string()),
  /** The most important one first. */
  games: z.array(
    z.object({
      kind: z.enum(GAME_KINDS),
      /** In a tie, the first one by name. */
      winner: RecapTeam,
      loser: RecapTeam,
      score: z.string(),
      against: z.string(),
      margin: z.string(),
      tie: z.boolean(),
      /** Such as 'Semifinal'; null in the regular season. */
      round: z.string().nullable(),
      /** Games of the streak that the kind is about; 0 for other kinds. */
      streak: z.int(),
      /** Of the last game of a series over several periods; null for other games. */
      series: z.object({ winner: RecapTeam, score: z.string(), against: z.string() }).nullable(),
    }),
  ),
  byes: z.array(RecapTeam),
  awards: z.array(
    z.object({
      kind: z.enum(['top', 'low', 'player', 'pickup', 'bench', 'heartbreak', 'perfect', 'asleep']),
      label: z.string(),
      teams: z.array(RecapTeam),
      /** Empty for awards without a figure. */
      value: z.string(),
      /** The player, or what the value is; null without either. */
      note: z.string().nullable(),
    }),
  ),
  /** The first team of the power ranking and those that moved most, best first. */
  power: z.array(
    z.object({
      team: RecapTeam,
      rank: z.int(),
      /** Ranks gained; negative if lost. */
      change: z.int(),
    }),
  ),
  odds: z.array(
    z.object({
      team: RecapTeam,
      /** null in the first week with odds. */
      before: z.string().nullable(),
      after: z.string(),
      status: z.enum(['clinched', 'eliminated', 'up', 'down', 'new']),
    }),
  ),
  records: z.array(z.object({ label: z.string(), holder: z.string(), value: z.string() })),
  standings: z.array(z.object({ team: RecapTeam, rank: z.int(), record: z.string(), points: z.string() })),
})

export type RecapCard = z.infer<typeof RecapCard>

export const RecapSection = z.enum(RECAP_SECTIONS, `The sections are ${RECAP_SECTIONS.join(', ')}.`)

export const previewRecap = get('/api/league/:league/recap/preview/', {
  summary: 'The recap of the last complete week, with the given sections; it is neither stored nor posted',
  access: 'league_admin',
  errors: ['busy'],
  limits: WHAT_IF,
  querystring: z.object({
    /** Separated by commas; those of the settings when omitted. */
    sections: z
      .string()
      .max(100, 'The list of sections is too long.')
      .transform((text) => text.split(','))
      .pipe(z.array(RecapSection).min(1))
      .optional(),
  }),
  response: z.object({
    /** null before the first complete week, and in leagues without head-to-head points. */
    recap: RecapCard.nullable(),
  }),
})
