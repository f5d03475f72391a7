import { z } from 'zod'

// The API is undocumented, and any field may be missing. A body is rejected if a field that affects results
// (IDs, records, scores) has the wrong type. `lenient` turns any other invalid field into null.

export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

export const Text = lenient(z.string())
/** The last instant with a four-digit year, and the last that archives accept. */
const LAST_MILLIS = Date.UTC(10_000, 0) - 1
/** Wider than any league needs, and within the range of the database column. */
const Points = z.number().min(-1_000_000).max(1_000_000)

export const Id = z.int32()
export const LenientInt = lenient(z.int32())
export const Score = Points.nullish()
export const LenientScore = lenient(Points)
/** Milliseconds since 1970. */
export const Millis = lenient(z.number().min(0).max(LAST_MILLIS))
export const Flag = lenient(z.boolean())

/** Keeps the valid elements of a list, so that one invalid member does not make the whole season unreadable. */
export const lenientList = <T extends z.ZodType>(schema: T) =>
  lenient(z.array(schema.nullable().catch(null)).transform((list) => list.filter((each) => each !== null)))

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

/** Trims text and collapses runs of whitespace. Returns an empty string for null or undefined. */
export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
