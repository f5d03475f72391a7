import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number

export type FeedTables = {
  feed_items: FeedItemsTable
  feed_posts: FeedPostsTable
  post_likes: PostLikesTable
  post_comments: PostCommentsTable
  feed_proposals: FeedProposalsTable
  proposal_options: ProposalOptionsTable
  proposal_votes: ProposalVotesTable
  anonymous_votes: AnonymousVotesTable
  feed_media: FeedMediaTable
}

/** What a post, a proposal and a medium have in common, and their order in the feed. */
type FeedItemsTable = {
  id: Generated<number>
  league_id: number
  type: ColumnType<'post' | 'proposal' | 'media'>
  /** null is the league itself. */
  user_id: number | null
  is_pinned: Flag
  created_at: Millis
}

type FeedPostsTable = {
  item_id: number
  content: string
  likes_count: Generated<number>
  comments_count: Generated<number>
}

type PostLikesTable = {
  post_id: number
  user_id: number
}

type PostCommentsTable = {
  id: Generated<number>
  post_id: number
  user_id: number
  body: string
  created_at: Millis
}

type FeedProposalsTable = {
  item_id: number
  question: string
  closes_at: Millis | null
  /** Tells under which server key its ballots are; null in an open proposal, which has none. */
  ballot_key: string | null
  votes_count: Generated<number>
}

type ProposalOptionsTable = {
  id: Generated<number>
  proposal_id: number
  position: number
  text: string
  votes_count: Generated<number>
}

/** Votes on open proposals: who chose what. */
type ProposalVotesTable = {
  proposal_id: number
  user_id: number
  option_id: number
}

/** Ballots of anonymous proposals: what was chosen, by somebody whom the key alone does not name. */
type AnonymousVotesTable = {
  proposal_id: number
  voter_key: string
  option_id: number
}

type FeedMediaTable = {
  item_id: number
  kind: ColumnType<'image' | 'video'>
  content_type: string
  width: number | null
  height: number | null
  /** Where the media store has its files. */
  file_key: string
  /** In bytes. */
  size: number
  /** Of the picture made smaller for the grid; null where there is none. */
  grid_size: number | null
}
