import { z } from 'zod'
import { lenient, Score } from '../../schemas/fields.ts'

export const Id = z.int32()
export const LenientScore = lenient(Score)

/** Normalized to uppercase in braces, because some bodies omit the braces. */
export const AccountId = z
  .string()
  .transform((id) => id.replace(/[{}\s]/g, '').toUpperCase())
  .refine((id) => id !== '')
  .transform((id) => `{${id}}`)

/** NFL weeks by matchup period, in any order. */
export const WeeksByPeriod = lenient(z.record(z.string().regex(/^\d+$/), z.array(z.int())))

/**
 * A list of at most `maxLength` entries with unique IDs. Duplicates are rejected, since either entry could be the
 * right one.
 */
export function uniqueById<Entry extends z.ZodType<{ id: number }>>(
  entry: Entry,
  label: string,
  maxLength: number,
) {
  return z
    .array(entry)
    .max(maxLength, `more than ${maxLength} ${label}s`)
    .superRefine((entries, context) => {
      const seenIds = new Set<number>()
      for (const [index, { id }] of entries.entries()) {
        if (seenIds.has(id))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: `duplicate ${label} ${id}` })
        seenIds.add(id)
      }
    })
}
