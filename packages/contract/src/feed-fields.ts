import { z } from 'zod'
import { LeaguePath } from './fields.ts'

/** The largest number of an item: the largest integer that every database column holds. */
const MAX_ID = 2_147_483_647

/** The number of an item, as a number or as its digits. */
export const ItemId = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'That is not the number of an item.')])
  .transform(Number)
  .pipe(
    z
      .int('That is not the number of an item.')
      .min(1, 'Items count from 1.')
      .max(MAX_ID, 'No item has such a number.'),
  )

export const ItemPath = LeaguePath.extend({ id: ItemId })

export const CommentPath = ItemPath.extend({ comment: ItemId })

export const FeedQuery = z.object({
  limit: z
    .union([z.number(), z.string().regex(/^\d{1,3}$/, 'A limit is a number.')])
    .transform(Number)
    .pipe(
      z
        .int('A limit is a whole number.')
        .min(1, 'The least limit is 1.')
        .max(100, 'The largest limit is 100.'),
    )
    .default(60),
  /** The `next` of the page before. */
  before: z
    .string()
    .regex(/^[01]\.\d{1,15}\.\d{1,10}$/, 'That is not where a page ends.')
    .optional(),
  /** Items of this type alone; all without it. */
  type: z.enum(['post', 'proposal', 'media']).optional(),
})

export const ItemText = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(5000, 'A text has at most 5,000 characters.')

export const Question = z
  .string()
  .trim()
  .min(1, 'Ask a question.')
  .max(300, 'A question has at most 300 characters.')

/** 2 to 12, different from one another. */
export const OptionTexts = z
  .array(
    z.string().trim().min(1, 'Every option needs a text.').max(120, 'An option has at most 120 characters.'),
  )
  .min(2, 'A proposal needs at least two options.')
  .max(12, 'A proposal has at most 12 options.')
  .refine((texts) => new Set(texts).size === texts.length, 'Two options are the same.')
