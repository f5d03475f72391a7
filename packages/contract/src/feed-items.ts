import { z } from 'zod'
import { Instant } from './fields.ts'

export const Comment = z.object({
  id: z.int(),
  author: z.string(),
  body: z.string(),
  created_at: Instant,
  can_delete: z.boolean(),
})

export type Comment = z.infer<typeof Comment>

const Item = z.object({
  id: z.int(),
  /** The display name of the author. */
  user: z.string(),
  /** Whether the league itself posted it. Always false for members, whatever their display name. */
  by_league: z.boolean(),
  pinned: z.boolean(),
  created_at: Instant,
  /** Whether the current user may delete it. */
  can_delete: z.boolean(),
})

export const Post = Item.extend({
  type: z.literal('post'),
  content: z.string(),
  likes_count: z.int(),
  comments_count: z.int(),
  /** Whether the current user likes it. */
  liked: z.boolean(),
  /** The two newest comments, oldest first. */
  comments_preview: z.array(Comment),
})

export type Post = z.infer<typeof Post>

export const ProposalOption = z.object({
  id: z.int(),
  text: z.string(),
  /** Whole percentage of the votes. The options sum to 100; all are 0 when there are no votes. */
  percent: z.int(),
  /** Display names of the members who voted for it; null for an anonymous proposal. */
  voters: z.array(z.string()).nullable(),
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
})

export type Proposal = z.infer<typeof Proposal>

export const Media = Item.extend({
  type: z.literal('media'),
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
