import type { Reaction } from '@fieldhouse/domain/league/reactions'
import type { ColumnType, Generated } from 'kysely'
import type { ImportedPersonId } from './import-tables.ts'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number

export type FeedTables = {
  feed_items: FeedItemsTable
  feed_posts: FeedPostsTable
  post_keys: PostKeysTable
  item_likes: ItemLikesTable
  item_comments: ItemCommentsTable
  feed_proposals: FeedProposalsTable
  proposal_options: ProposalOptionsTable
  proposal_votes: ProposalVotesTable
  anonymous_votes: AnonymousVotesTable
  feed_media: FeedMediaTable
  media_drafts: MediaDraftsTable
  link_previews: LinkPreviewsTable
  post_links: PostLinksTable
  feed_trades: FeedTradesTable
  item_reactions: ItemReactionsTable
  comment_reactions: CommentReactionsTable
  item_mentions: ItemMentionsTable
  comment_mentions: CommentMentionsTable
  content_reports: ContentReportsTable
  mutes: MutesTable
  slow_modes: SlowModesTable
}

/** The common columns of posts, proposals, media, and trades that are discussed. */
type FeedItemsTable = {
  id: Generated<number>
  league_id: number
  type: ColumnType<'post' | 'proposal' | 'media' | 'trade'>
  /** null for an item posted by the league itself. */
  user_id: number | null
  is_pinned: Flag
  /** Whether the feed lists it. */
  is_listed: Generated<Flag>
  created_at: Millis
  imported_person_id: ImportedPersonId
  /** 1 for a new item, and one more with each change that members see. */
  version: Generated<number>
} & HiddenColumns

/** All are null for what is not hidden. `hidden_by` is null too for an admin whose account does not exist here. */
type HiddenColumns = {
  hidden_at: Generated<Millis | null>
  hidden_reason: Generated<string | null>
  hidden_by: Generated<number | null>
}

type FeedPostsTable = {
  item_id: number
  content: string
  likes_count: Generated<number>
  comments_count: Generated<number>
} & EditColumns

type EditColumns = {
  /** null for a text that was never edited. */
  edited_at: Generated<Millis | null>
  /** Counts the changes of the text. */
  version: Generated<number>
}

/** What a browser may send again. The keys are chosen by browsers, so they are unique per person only. */
type PostKeysTable = {
  league_id: number
  user_id: number
  key: string
  /** May have been deleted. */
  post_id: number
  created_at: Millis
}

/** What pages of other hosts say about themselves, once for each URL. */
type LinkPreviewsTable = {
  /** The SHA-256 of the URL, in hexadecimal digits. */
  url_key: string
  url: string
  /** null until the page was read, and for one that has no title. The same for `site_name`. */
  title: string | null
  description: string | null
  site_name: string | null
  image_url: string | null
  /** When the page is requested again, if somebody links to it then. */
  fetch_after: Millis
  /** When somebody last linked to it. */
  used_at: Millis
}

/** The page whose preview a post shows. */
type PostLinksTable = {
  post_id: number
  url_key: string
  /** Whether the author has removed the preview. */
  is_removed: Generated<Flag>
}

/** Likes of items of every type. */
type ItemLikesTable = {
  /** The item. */
  post_id: number
  user_id: number
  /** null for a like from before this was recorded, or of an archive. */
  created_at: Millis | null
  imported_person_id: ImportedPersonId
}

/** Comments on items of every type. */
type ItemCommentsTable = {
  id: Generated<number>
  /** The item. */
  post_id: number
  user_id: number
  body: string
  created_at: Millis
  /** The comment that it replies to, which replies to none; null for other comments. */
  parent_id: Generated<number | null>
  imported_person_id: ImportedPersonId
} & EditColumns &
  HiddenColumns

type FeedProposalsTable = {
  item_id: number
  question: string
  closes_at: Millis | null
  /** Identifies the server key of its anonymous votes; null for a proposal with public votes. */
  ballot_key: string | null
  votes_count: Generated<number>
  likes_count: Generated<number>
  comments_count: Generated<number>
}

type ProposalOptionsTable = {
  id: Generated<number>
  proposal_id: number
  position: number
  text: string
  votes_count: Generated<number>
}

/** Votes on proposals with public votes. */
type ProposalVotesTable = {
  proposal_id: number
  user_id: number
  option_id: number
  imported_person_id: ImportedPersonId
}

/** Votes on anonymous proposals. The voter key alone does not identify the voter. */
type AnonymousVotesTable = {
  proposal_id: number
  voter_key: string
  option_id: number
}

type MediaColumns = {
  kind: ColumnType<'image' | 'video'>
  content_type: string
  width: number | null
  height: number | null
  /** The key of the file in the media store. */
  file_key: string
  /** In bytes. */
  size: number
  /** Size of the thumbnail, in bytes; null without a thumbnail. */
  grid_size: number | null
}

type FeedMediaTable = MediaColumns & {
  item_id: number
  /** The post that contains it; null for what was uploaded on its own. */
  post_id: Generated<number | null>
  /** From 0, among the files of its post. */
  position: Generated<number>
  /** Empty without one. */
  caption: Generated<string>
  /** Empty without one. */
  alt_text: Generated<string>
  likes_count: Generated<number>
  comments_count: Generated<number>
}

/** Files that were uploaded for posts that do not exist yet. */
type MediaDraftsTable = MediaColumns & {
  league_id: number
  user_id: number
  created_at: Millis
}

/** Trades with comments. The league itself is the author of these items, and the feed does not list them. */
type FeedTradesTable = {
  item_id: number
  league_id: number
  season: number
  /** The provider's ID of the trade. */
  trade_id: string
  comments_count: Generated<number>
}

/** What members reported to the league admins. */
type ContentReportsTable = {
  id: Generated<number>
  league_id: number
  /** The item, or the one of the comment. */
  item_id: number
  /** null for a report of the item itself. */
  comment_id: number | null
  /** Who reported it. */
  user_id: number
  reason: string
  note: string
  created_at: Millis
  /** null while no admin has dismissed it. */
  dismissed_at: Generated<Millis | null>
}

/** Whom people have muted for themselves, by league. */
type MutesTable = {
  id: Generated<number>
  league_id: number
  user_id: number
  muted_user_id: number
  created_at: Millis
}

/** Leagues whose members wait between posts. */
type SlowModesTable = { league_id: number; seconds: number }

type ItemReactionsTable = ReactionColumns & { item_id: number }

type CommentReactionsTable = ReactionColumns & { comment_id: number }

/** One person may give several reactions. */
type ReactionColumns = {
  user_id: number
  reaction: ColumnType<Reaction>
  created_at: Millis
  imported_person_id: ImportedPersonId
}

/** Those in the text of a post or the question of a proposal. */
type ItemMentionsTable = MentionColumns & { item_id: number }

type CommentMentionsTable = MentionColumns & { comment_id: number }

/** A mention of a member or a team. Nobody is mentioned any more if an archive did not contain the person. */
type MentionColumns = {
  /** Where it is in the text, in UTF-16 code units. */
  start: number
  length: number
  /** null for a team. */
  user_id: number | null
  /** null for a member, like `team_id`. */
  season: number | null
  team_id: number | null
  /** When the target was first mentioned in the text. */
  created_at: Millis
  imported_person_id: ImportedPersonId
}
