import { z } from 'zod'

// The API is undocumented: any field may be missing. Where a wrong type would change what a season
// means (ids, records, scores) the body is refused; everything else falls back to null by `soft`.

export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

export const Text = lenient(z.string())
/** Wider than any league needs, and never more than a column holds. */
const Points = z.number().min(-1_000_000).max(1_000_000)

export const Id = z.int32()
export const LenientInt = lenient(z.int32())
export const Score = Points.nullish()
export const LenientScore = lenient(Points)
export const Flag = lenient(z.boolean())

/** The elements that can be understood: one odd account must not lose the season. */
export const lenientList = <T extends z.ZodType>(schema: T) =>
  lenient(z.array(schema.nullable().catch(null)).transform((list) => list.filter((each) => each !== null)))

/** Upper case and in braces, however a body spells it: some bodies leave the braces out. */
export const AccountId = z
  .string()
  .transform((id) => id.replace(/[{}\s]/g, '').toUpperCase())
  .refine((id) => id !== '')
  .transform((id) => `{${id}}`)

/** NFL weeks by matchup period, in any order. */
export const WeeksByPeriod = lenient(z.record(z.string().regex(/^\d+$/), z.array(z.int())))

/** A list in which no id may stand twice: which of the two counts, nobody could say. */
export function uniqueById<Entry extends z.ZodType<{ id: number }>>(entry: Entry, what: string) {
  return z.array(entry).superRefine((entries, context) => {
    const known = new Set<number>()
    for (const [index, { id }] of entries.entries()) {
      if (known.has(id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `${what} ${id} is there twice` })
      known.add(id)
    }
  })
}
