import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { z } from 'zod'
import { ProviderError } from './http/attempts.ts'

// The answers of other sites are mostly undocumented, and any field may be missing. A body is rejected if a field that
// affects results (IDs, records, scores) has the wrong type. `lenient` turns any other invalid field into null.

export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** A list, without the elements that cannot be read. What is no list is not read as an empty one. */
export const tolerantList = <T extends z.ZodType>(schema: T) =>
  z.array(schema.nullable().catch(null)).transform((list) => list.filter((each) => each !== null))

/** Keeps the valid elements of a list, so that one invalid member does not make the whole season unreadable. */
export const lenientList = <T extends z.ZodType>(schema: T) => lenient(tolerantList(schema))

/** The last instant with a four-digit year, and the last that archives accept. */
const LAST_MILLIS = Date.UTC(10_000, 0) - 1

/**
 * Strict, because a record or a score that cannot be read must not look like 0. The range is wider than any league needs,
 * and within that of the database column.
 */
export const Score = z.number().min(-1_000_000).max(1_000_000).nullish()

export const Text = lenient(z.string())
export const Flag = lenient(z.boolean())
export const LenientInt = lenient(z.int32())
/** Milliseconds since 1970. */
export const Millis = lenient(z.number().min(0).max(LAST_MILLIS))

/** Trims text and collapses runs of whitespace. Returns an empty string for null or undefined. */
export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

/** Reads a body. Throws `unexpected_shape` with the path of the invalid field. */
export function readAs<Body>(schema: z.ZodType<Body>, json: unknown): Body {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  const [issue] = error.issues
  const path = issue?.path.join('.') || 'body'
  throw new ProviderError('unexpected_shape', `${path}: ${issue?.message ?? 'invalid'}`)
}

export function pointsOf(score: number | null | undefined): Points | null {
  return score == null ? null : pointsFromDecimal(score)
}

export function dateOf(milliseconds: number | null | undefined): Date | null {
  return milliseconds == null ? null : new Date(milliseconds)
}

export function isFirst<Row>(keyOf: (row: Row) => unknown) {
  return (row: Row, index: number, rows: readonly Row[]) =>
    rows.findIndex((other) => keyOf(other) === keyOf(row)) === index
}
