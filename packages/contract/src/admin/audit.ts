import { z } from 'zod'
import { ImportMark, Instant } from '../fields.ts'
import { operationsOf } from '../operation.ts'

const { get } = operationsOf('admin')

export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** A username; null for actions without a signed-in user, such as admin commands. */
  actor: z.string().nullable(),
  /** A stable identifier, such as `league.create`. */
  action: z.string(),
  /** null when the action is not about a league, or the league was deleted. */
  league: z.string().nullable(),
  /** What the action changed; the fields depend on the action. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The league archive that contained the entry; absent for an entry of this server. */
  imported: ImportMark.optional(),
})

export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = get('/api/audit/', {
  summary: 'The audit log, newest first; league admins see only the entries of their leagues',
  access: 'any_admin',
  errors: ['league_not_found', 'not_league_admin'],
  querystring: z.object({
    league: z.string().trim().max(400, 'That league name is too long.').optional(),
    actor: z.string().trim().max(64, 'Username must be 64 characters or fewer.').optional(),
    action: z.string().trim().max(100, 'Unknown action.').optional(),
    /** Lists the entries that league archives contained, which are no part of this server's log, instead. */
    imported: z.stringbool().optional(),
    from: Instant.optional(),
    /** Exclusive. */
    to: Instant.optional(),
    /** The `next` of the previous page. */
    older_than: z
      .string()
      .regex(/^\d{1,15}\.\d{1,15}$/, 'Use the “next” value of the previous page.')
      .optional(),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'Limit must be a number.')
      .transform(Number)
      .pipe(z.int().min(1, 'Limit must be at least 1.').max(100, 'Limit must be at most 100.'))
      .default(50),
  }),
  response: z.object({
    acts: z.array(AuditEntry),
    /** The cursor of the next page of older entries; null on the last page. */
    next: z.string().nullable(),
    actions: z.array(z.string()),
  }),
})
