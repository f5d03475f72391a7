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
  /** The display name of who made it. */
  user: z.string(),
  /** Whether the league itself made it, and no member: whatever somebody is called, this is false for them. */
  by_league: z.boolean(),
  pinned: z.boolean(),
  created_at: Instant,
  /** Whether the caller may delete it. */
  can_delete: z.boolean(),
})

export const Post = Item.extend({
  type: z.literal('post'),
  content: z.string(),
  likes_count: z.int(),
  comments_count: z.int(),
  /** By the caller. */
  liked: z.boolean(),
  /** The two newest, the older of them first. */
  comments_preview: z.array(Comment),
})

export type Post = z.infer<typeof Post>

export const ProposalOption = z.object({
  id: z.int(),
  text: z.string(),
  /** Whole numbers that sum to 100 over the options; all 0 without votes. */
  percent: z.int(),
  /** Display names of who chose it; null in an anonymous proposal. */
  voters: z.array(z.string()).nullable(),
  /** Whether it has the most votes of a closed proposal; several have when they tie. */
  won: z.boolean(),
})

export const Proposal = Item.extend({
  type: z.literal('proposal'),
  question: z.string(),
  options: z.array(ProposalOption),
  /** How many have voted. */
  total: z.int(),
  anonymous: z.boolean(),
  /** The option that the caller chose; null without a vote. */
  my_vote: z.int().nullable(),
  /** After it nobody votes; null where voting stays open. */
  closes_at: Instant.nullable(),
  /** Whether that instant has come, by the server's clock. */
  closed: z.boolean(),
})

export type Proposal = z.infer<typeof Proposal>

export const Media = Item.extend({
  type: z.literal('media'),
  kind: z.enum(['video', 'image']),
  /** Below this site. */
  url: z.string(),
  /** Such as `image/webp`. */
  content_type: z.string(),
  /** In pixels; null where unknown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})

export type Media = z.infer<typeof Media>

export const FeedItem = z.discriminatedUnion('type', [Post, Proposal, Media])

export type FeedItem = z.infer<typeof FeedItem>
