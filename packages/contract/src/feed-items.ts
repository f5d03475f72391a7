import { REACTION_NAMES } from '@fieldhouse/domain/league/reactions'
import { z } from 'zod'
import { ImportMark, Instant, LeaguePath, numberOrDigits } from './fields.ts'
import { RecapCard } from './recap.ts'

/** The largest item ID: the largest integer that the ID columns of both databases store. */
const MAX_ID = 2_147_483_647

/** The ID of a feed item or comment, as a number or as a string of digits. */
export const ItemId = numberOrDigits(z.string().regex(/^\d{1,10}$/, 'The ID must be a whole number.')).pipe(
  z
    .int('The ID must be a whole number.')
    .min(1, 'The ID must be at least 1.')
    .max(MAX_ID, 'The ID is too large.'),
)

export const ItemPath = LeaguePath.extend({ id: ItemId })

export const ItemType = z.enum(['post', 'proposal', 'media'])

export const CommentPath = ItemPath.extend({ comment: ItemId })

export const FeedQuery = z.object({
  limit: numberOrDigits(z.string().regex(/^\d{1,3}$/, 'The limit must be a number.'))
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
  type: ItemType.optional(),
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

/** What becomes of a text after it was posted. */
const EditState = {
  /** Absent for a text that was never edited. */
  edited_at: Instant.optional(),
  /** Present while the current user may edit the text of a post or a comment on it, with the version to send. */
  edit: z.object({ until: Instant, version: z.int() }).optional(),
}

export const ReactionName = z.enum(REACTION_NAMES)

/** What people react with beside a like. */
export const Reactions = z.object({
  /** In display order, without those that nobody gave. */
  reactions: z.array(
    z.object({
      reaction: ReactionName,
      count: z.int(),
      /** Display names of those who reacted first, at most 20. */
      names: z.array(z.string()),
    }),
  ),
  /** Those that the current user gave. */
  my_reactions: z.array(ReactionName),
})

export type Reactions = z.infer<typeof Reactions>

export const Comment = z.object({
  id: z.int(),
  author: z.string(),
  body: z.string(),
  created_at: Instant,
  can_delete: z.boolean(),
  ...EditState,
  /** Both are absent without reactions. */
  ...Reactions.partial().shape,
  /** Absent for what was written on this server. */
  imported: ImportMark.optional(),
})

export type Comment = z.infer<typeof Comment>

export const LikeResponse = z.object({ liked: z.boolean(), likes_count: z.int() })

const Item = z.object({
  id: z.int(),
  /** 1 for a new item, and one more with each change that members see. */
  version: z.int(),
  /** The display name of the author. */
  user: z.string(),
  /** Whether the league itself posted it. Always false for members, whatever their display name. */
  by_league: z.boolean(),
  pinned: z.boolean(),
  created_at: Instant,
  /** Whether the current user may delete it. */
  can_delete: z.boolean(),
  likes_count: z.int(),
  comments_count: z.int(),
  /** Whether the current user likes it. */
  liked: z.boolean(),
  /** The two newest comments, oldest first. */
  comments_preview: z.array(Comment),
  /** Absent for what was posted on this server. */
  imported: ImportMark.optional(),
})

export const Post = Item.extend({
  type: z.literal('post'),
  content: z.string(),
  ...EditState,
  /** Both are absent without reactions. */
  ...Reactions.partial().shape,
  /** The NFL week that the post is the recap of; absent for other posts. Recaps of 0.1.0 have no card. */
  recap: z.object({ season: z.int(), week: z.int(), card: RecapCard.optional() }).optional(),
})

export type Post = z.infer<typeof Post>

export const ProposalOption = z.object({
  id: z.int(),
  text: z.string(),
  /** Whole percentage of the votes. The options sum to 100; all are 0 when there are no votes. */
  percent: z.int(),
  /** Display names of the members who voted for it; null for an anonymous proposal. */
  voters: z.array(z.string()).nullable(),
  /** Those of them whose votes were imported; absent without any. */
  imported_voters: z.array(z.string()).optional(),
  /** Whether voting is closed and this option has the most votes. Tied options all win. */
  won: z.boolean(),
})

export const Proposal = Item.extend({
  type: z.literal('proposal'),
  question: z.string(),
  options: z.array(ProposalOption),
  /** The number of members who have voted. */
  total: z.int(),
  anonymous: z.boolean(),
  /** The ID of the option that the current user voted for; null when the user has not voted. */
  my_vote: z.int().nullable(),
  /** When voting closes; null when it stays open. */
  closes_at: Instant.nullable(),
  /** Whether voting is closed according to the server's clock. */
  closed: z.boolean(),
  /** The section of the league's rules that it has become; absent without one. */
  rule: z.int().optional(),
})

export type Proposal = z.infer<typeof Proposal>

export const Media = Item.extend({
  type: z.literal('media'),
  /** Both are absent without reactions. */
  ...Reactions.partial().shape,
  kind: z.enum(['video', 'image']),
  /** Path on this site. */
  url: z.string(),
  /** For example `image/webp`. */
  content_type: z.string(),
  /** In pixels; null when unknown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})

export type Media = z.infer<typeof Media>

export const FeedItem = z.discriminatedUnion('type', [Post, Proposal, Media])

export type FeedItem = z.infer<typeof FeedItem>

/** The fields that events change in place. They are the same for all members, except for rights and own reactions. */
export const ItemChanges = z
  .object({
    ...Item.pick({ pinned: true, likes_count: true, comments_count: true, comments_preview: true }).shape,
    ...Post.pick({ content: true, edited_at: true, reactions: true }).shape,
    ...Proposal.pick({ total: true, options: true }).shape,
  })
  .partial()

export type ItemChanges = z.infer<typeof ItemChanges>
