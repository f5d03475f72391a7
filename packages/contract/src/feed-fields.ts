import { z } from 'zod'
import { LeaguePath } from './fields.ts'

/** The largest item ID: the largest integer that the ID columns of both databases store. */
const MAX_ID = 2_147_483_647

/** The ID of a feed item or comment, as a number or as a string of digits. */
export const ItemId = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'The ID must be a whole number.')])
  .transform(Number)
  .pipe(
    z
      .int('The ID must be a whole number.')
      .min(1, 'The ID must be at least 1.')
      .max(MAX_ID, 'The ID is too large.'),
  )

export const ItemPath = LeaguePath.extend({ id: ItemId })

export const CommentPath = ItemPath.extend({ comment: ItemId })

export const FeedQuery = z.object({
  limit: z
    .union([z.number(), z.string().regex(/^\d{1,3}$/, 'The limit must be a number.')])
    .transform(Number)
    .pipe(
      z
        .int('The limit must be a whole number.')
        .min(1, 'The limit must be at least 1.')
        .max(100, 'The limit must be at most 100.'),
    )
    .default(60),
  /** The `next` cursor of the previous page. */
  before: z
    .string()
    .regex(/^[01]\.\d{1,15}\.\d{1,10}$/, 'The cursor is invalid.')
    .optional(),
  /** Returns only items of this type; all types when omitted. */
  type: z.enum(['post', 'proposal', 'media']).optional(),
})

export const ItemText = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(5000, 'Keep your text to 5,000 characters or fewer.')

export const Question = z
  .string()
  .trim()
  .min(1, 'Enter a question.')
  .max(300, 'Keep the question to 300 characters or fewer.')

/** 2 to 12 different options. */
export const OptionTexts = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'Fill in every option.')
      .max(120, 'Keep each option to 120 characters or fewer.'),
  )
  .min(2, 'Add at least two options.')
  .max(12, 'Add at most 12 options.')
  .refine((texts) => new Set(texts).size === texts.length, 'Each option must be different.')
