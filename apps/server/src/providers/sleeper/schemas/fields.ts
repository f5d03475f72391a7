import { z } from 'zod'
import { lenient } from '../../schemas/fields.ts'

// Every field of Sleeper's API may be missing. A body is rejected only if a field that affects results (IDs of
// rosters, records, scores) has the wrong type; any other invalid field is read as missing.

/** Digits as text. Numbers beyond 2^53 have already lost digits when they are parsed, so they are never IDs. */
export const Id = z
  .union([z.string(), z.int().transform(String)])
  .transform((id) => id.trim())
  .refine((id) => id !== '' && id !== '0')

export const LongId = lenient(Id)

export const RosterId = z.int32().min(1)
export const LenientRosterId = lenient(RosterId)

/** The ID of a player as it is sent, `0` included. */
export const PlayerIds = lenient(z.array(z.string()))

/** A whole number that some answers contain as text. */
export const Whole = lenient(
  z.union([
    z.int32(),
    z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  ]),
)

/** Strict, like `Score`. */
export const RecordCount = z.int32().min(0).nullish()
