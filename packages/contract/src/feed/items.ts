import { MAX_MENTION_LENGTH, MAX_MENTIONS } from '@fieldhouse/domain/league/mentions'
import { REACTION_NAMES } from '@fieldhouse/domain/league/reactions'
import { z } from 'zod'
import { atMost, ImportMark, Instant, ItemId, MAX_ID, MemberText, PageLimit, TeamColor } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { RecapCard } from '../recap.ts'

const { get, post, del } = operationsOf('feed')

/** Display names only: members do not see the usernames of those who have entered a name. */
export const getMentionables = get('/api/league/:league/mentionables/', {
  summary: 'The members of a league and the teams of its current season, who can be mentioned in texts',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  response: z.object({
    /** By name. */
    members: z.array(
      z.object({
        id: z.int(),
        /** The display name, which no other member has. */
        name: z.string(),
        team_id: z.int().nullable(),
      }),
    ),
    /** By name. Empty before the first refresh. */
    teams: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        abbrev: z.string(),
        logo: z.string().nullable(),
        color: TeamColor,
      }),
    ),
  }),
})

export const ItemType = z.enum(['post', 'proposal', 'media'])

/** For items of every type, posts too. */
export const ItemQuery = z.object({ type: ItemType })

export const FeedQuery = z.object({
  limit: PageLimit.default(60),
  /** The `next` cursor of the previous page. */
  before: z
    .string()
    .regex(/^[01]\.\d{1,15}\.\d{1,10}$/, 'The cursor is invalid.')
    .optional(),
  type: ItemType.optional(),
})

/** Empty for a post with media only. */
export const PostText = MemberText.max(...atMost('your text', 5000))

export const ItemText = PostText.min(1, 'Write something first.')

export const MAX_MEDIA_FILES = 10

/**
 * Which part of a text mentions somebody. Both numbers count UTF-16 code units, in the text as it is stored: without
 * white space at its ends and characters that change the direction of text. The part begins with an `@`.
 */
const MentionRange = {
  start: z.int().min(0).max(5000),
  length: z.int().min(2).max(MAX_MENTION_LENGTH),
}

/**
 * The mentions in a text, in any order, which must not overlap: members of the league by `id`, and teams of the current
 * season by team ID, both as in `getMentionables`.
 */
export const MentionsInput = z
  .array(
    z.object({
      kind: z.enum(['member', 'team']),
      id: z.int().min(0).max(MAX_ID),
      ...MentionRange,
    }),
  )
  .max(MAX_MENTIONS, `Mention at most ${MAX_MENTIONS} members and teams.`)

/** In the order of the text. Absent without mentions. A member who has left the league is not mentioned any more. */
export const Mentions = z.array(
  z.discriminatedUnion('kind', [
    /** `name` is the display name of today, which may differ from that in the text. */
    z.object({ kind: z.literal('member'), id: z.int(), name: z.string(), ...MentionRange }),
    z.object({ kind: z.literal('team'), id: z.int(), season: z.int(), ...MentionRange }),
  ]),
)

export type Mentions = z.infer<typeof Mentions>

const EditState = {
  edited_at: Instant.optional(),
  /** Present while the current user may edit the text of a post or a comment, with the version to send. */
  edit: z.object({ until: Instant, version: z.int() }).optional(),
}

const ModerationState = {
  /**
   * Present while a league admin hides it. Members then get it without its content: empty texts, no options and no
   * file. Its author and league admins get the content too. null only in events, for what is no longer hidden.
   */
  hidden: z
    .object({
      reason: z.string(),
      at: Instant,
      /** Display name of the admin; only for league admins, and absent if the account was not imported. */
      by: z.string().optional(),
    })
    .nullable()
    .optional(),
  /** Whether the current user has muted the author; absent otherwise. */
  muted: z.literal(true).optional(),
}

export const ReactionName = z.enum(REACTION_NAMES)

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
  my_reactions: z.array(ReactionName),
})

export type Reactions = z.infer<typeof Reactions>

export const Comment = z.object({
  id: z.int(),
  author: z.string(),
  body: z.string(),
  mentions: Mentions.optional(),
  /** The comment that it replies to, which replies to none. Absent for other comments. */
  reply_to: z.object({ id: z.int(), author: z.string() }).optional(),
  created_at: Instant,
  can_delete: z.boolean(),
  ...EditState,
  ...Reactions.partial().shape,
  ...ModerationState,
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
  can_delete: z.boolean(),
  likes_count: z.int(),
  comments_count: z.int(),
  liked: z.boolean(),
  /** The two newest comments, oldest first. */
  comments_preview: z.array(Comment),
  ...ModerationState,
  imported: ImportMark.optional(),
})

export const MediaFile = z.object({
  kind: z.enum(['video', 'image']),
  /** Path on this site. */
  url: z.string(),
  content_type: z.string(),
  /** In pixels; null when unknown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})

/** A file of a post. It is a media item of its own, with likes and comments, which the feed does not list. */
export const PostMedia = MediaFile.extend({
  id: z.int(),
  caption: z.string(),
  /** What the file shows; empty if nobody has described it. */
  alt_text: z.string(),
})

export const LinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** The name of the site, or its host. */
  site_name: z.string(),
  /** The path of a square picture on this site, without its size; null without one. */
  image: z.string().nullable(),
})

export const Post = Item.extend({
  type: z.literal('post'),
  /** May be empty for a post with media. */
  content: z.string(),
  mentions: Mentions.optional(),
  /** In display order; absent without any. */
  media: z.array(PostMedia).optional(),
  ...EditState,
  ...Reactions.partial().shape,
  /** Of the first link to another site. Absent, and null in events, without one. */
  preview: LinkPreview.nullable().optional(),
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
  mentions: Mentions.optional(),
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
  ...Reactions.partial().shape,
  ...MediaFile.shape,
  /** Those of a file of a post; absent for what was uploaded on its own. */
  ...PostMedia.pick({ caption: true, alt_text: true }).partial().shape,
})

export type Media = z.infer<typeof Media>

export const FeedItem = z.discriminatedUnion('type', [Post, Proposal, Media])

export type FeedItem = z.infer<typeof FeedItem>

/** The fields that events change in place. They are the same for all members, except for rights and own reactions. */
export const ItemChanges = z
  .object({
    ...Item.pick({ pinned: true, likes_count: true, comments_count: true, comments_preview: true }).shape,
    ...Item.pick({ hidden: true }).shape,
    ...Post.pick({
      content: true,
      mentions: true,
      media: true,
      edited_at: true,
      reactions: true,
      recap: true,
      preview: true,
    }).shape,
    ...Proposal.pick({ question: true, total: true, options: true }).shape,
    ...Media.pick({ url: true, content_type: true, width: true, height: true }).shape,
  })
  .partial()

export type ItemChanges = z.infer<typeof ItemChanges>

export const removeLinkPreview = del('/api/league/:league/social/posts/:id/preview/', {
  summary: 'Removes the preview of the link in a post; league admins may remove any',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

const Question = MemberText.min(1, 'Enter a question.').max(...atMost('the question', 300))

export const MAX_OPTIONS = 12

/** At least two different options. */
export const OptionTexts = z
  .array(MemberText.min(1, 'Fill in every option.').max(...atMost('each option', 120)))
  .min(2, 'Add at least two options.')
  .max(MAX_OPTIONS, `Add at most ${MAX_OPTIONS} options.`)
  .refine((texts) => new Set(texts).size === texts.length, 'Each option must be different.')

export const createProposal = post('/api/league/:league/social/proposals/', {
  summary: 'Creates a proposal',
  access: 'member',
  tokenScope: 'post',
  errors: ['too_many_attempts'],
  body: z.object({
    question: Question,
    mentions: MentionsInput.optional(),
    options: OptionTexts,
    anonymous: z.boolean().default(true),
    /** When voting closes; omit it or send null to keep voting open. */
    closes_at: Instant.nullish(),
  }),
  response: Proposal,
})

export const deleteProposal = del('/api/league/:league/social/proposals/:id/', {
  summary: 'Deletes a proposal with its votes; league admins may delete any proposal',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

export const voteOnProposal = post('/api/league/:league/social/proposals/:id/vote/', {
  summary: 'Votes for an option, replacing any earlier vote',
  access: 'member',
  errors: ['item_not_found', 'item_hidden', 'voting_closed'],
  body: z.object({ option_id: ItemId }),
  response: Proposal,
})

export const pinProposal = post('/api/league/:league/social/proposals/:id/pin/', {
  summary: 'Pins or unpins a proposal',
  access: 'league_admin',
  errors: ['item_not_found'],
  response: z.object({ pinned: z.boolean() }),
})
