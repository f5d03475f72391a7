import { z } from 'zod'

// The answers of other sites are mostly undocumented, and any field may be missing. A body is rejected if a field that
// affects results (IDs, records, scores) has the wrong type. `lenient` turns any other invalid field into null.

export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** Keeps the valid elements of a list, so that one invalid member does not make the whole season unreadable. */
export const lenientList = <T extends z.ZodType>(schema: T) =>
  lenient(z.array(schema.nullable().catch(null)).transform((list) => list.filter((each) => each !== null)))

/** The last instant with a four-digit year, and the last that archives accept. */
const LAST_MILLIS = Date.UTC(10_000, 0) - 1

export const Text = lenient(z.string())
export const Flag = lenient(z.boolean())
export const LenientInt = lenient(z.int32())
/** Milliseconds since 1970. */
export const Millis = lenient(z.number().min(0).max(LAST_MILLIS))

/** Trims text and collapses runs of whitespace. Returns an empty string for null or undefined. */
export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
