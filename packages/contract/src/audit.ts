import { z } from 'zod'
import { Instant } from './fields.ts'
import type { Operation } from './operation.ts'

export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** A username; null when nobody was signed in, as at the server's own console. */
  actor: z.string().nullable(),
  /** A word for programs, such as `league.create`. */
  action: z.string(),
  /** null for what is about no league, or one that is gone. */
  league: z.string().nullable(),
  /** What it was done to. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = {
  method: 'GET',
  url: '/api/audit/',
  config: { access: 'any_admin', errors: ['league_not_found', 'not_league_admin'] },
  schema: {
    summary: 'Who did what, newest first; league admins see what was done in their leagues',
    tags: ['admin'],
    querystring: z.object({
      league: z.string().trim().max(400, 'That is too long for a league.').optional(),
      actor: z.string().trim().max(64, 'A username has at most 64 characters.').optional(),
      action: z.string().trim().max(100, 'There is no such action.').optional(),
      from: Instant.optional(),
      /** Before this instant. */
      to: Instant.optional(),
      /** The last answer's `next`. */
      older_than: z
        .string()
        .regex(/^\d{1,15}\.\d{1,15}$/, 'That is no place in the record.')
        .optional(),
      limit: z
        .string()
        .regex(/^\d{1,3}$/, 'A limit is a number.')
        .transform(Number)
        .pipe(z.int().min(1, 'The least limit is 1.').max(100, 'The largest limit is 100.'))
        .default(50),
    }),
    response: {
      200: z.object({
        acts: z.array(AuditEntry),
        /** Asks for what is older; null at the end. */
        next: z.string().nullable(),
        /** The actions that there are to filter by. */
        actions: z.array(z.string()),
      }),
    },
  },
} as const satisfies Operation
