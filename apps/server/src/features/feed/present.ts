import type { Comment, FeedItem, Media, Post, Proposal } from '@fieldhouse/contract/feed-items'
import { flagHighest, isVotingClosed, toWholePercents } from '@fieldhouse/domain/voting'
import type { DisplayNames } from './display-names.ts'
import type { FeedItemBase } from './feed-item.ts'
import type { MediaDetails } from './media-details.ts'
import type { FeedComment, PostDetails } from './post-details.ts'
import type { ProposalDetails } from './proposal-details.ts'

/** An item as it was read, before anybody's name is known. */
export type LoadedItem = FeedItemBase &
  (
    | { type: 'post'; details: PostDetails }
    | { type: 'proposal'; details: ProposalDetails }
    | { type: 'media'; details: MediaDetails }
  )

/** Who speaks where no member does. */
const LEAGUE_AUTHOR = 'Fieldhouse'

/** The person who reads, and what an answer needs beside the items. */
export type FeedViewContext = {
  userId: number
  /** Whether the person may delete what others have made. */
  canRunLeague: boolean
  league: string
  names: DisplayNames
  now: Date
}

export function presentItem(item: LoadedItem, reading: FeedViewContext): FeedItem {
  switch (item.type) {
    case 'post':
      return presentPost(item, item.details, reading)
    case 'proposal':
      return presentProposal(item, item.details, reading)
    case 'media':
      return presentMedia(item, item.details, reading)
  }
}

export function presentComment(comment: FeedComment, reading: FeedViewContext): Comment {
  return {
    id: comment.id,
    author: nameOf(comment.userId, reading),
    body: comment.body,
    created_at: new Date(comment.createdAt).toISOString(),
    can_delete: canDelete(comment, reading),
  }
}

function presentPost(head: FeedItemBase, post: PostDetails, reading: FeedViewContext): Post {
  return {
    type: 'post',
    ...presentItemBase(head, reading),
    content: post.content,
    likes_count: post.likes,
    comments_count: post.comments,
    liked: post.isLiked,
    comments_preview: post.preview.map((comment) => presentComment(comment, reading)),
  }
}

function presentProposal(head: FeedItemBase, proposal: ProposalDetails, reading: FeedViewContext): Proposal {
  const counts = proposal.options.map((option) => option.votes)
  const percents = toWholePercents(counts)
  const closed = isVotingClosed(proposal.closesAt, reading.now)
  const highest = flagHighest(counts)
  return {
    type: 'proposal',
    ...presentItemBase(head, reading),
    question: proposal.question,
    options: proposal.options.map((option, index) => ({
      id: option.id,
      text: option.text,
      percent: percents[index] ?? 0,
      voters: option.voters?.map((userId) => nameOf(userId, reading)).sort(byName) ?? null,
      won: closed && highest[index] === true,
    })),
    total: proposal.votes,
    anonymous: proposal.isAnonymous,
    my_vote: proposal.myVote,
    closes_at: proposal.closesAt === null ? null : new Date(proposal.closesAt).toISOString(),
    closed,
  }
}

function presentMedia(head: FeedItemBase, medium: MediaDetails, reading: FeedViewContext): Media {
  return {
    type: 'media',
    ...presentItemBase(head, reading),
    kind: medium.kind,
    url: `/api/league/${encodeURIComponent(reading.league)}/social/media/${head.id}/file`,
    content_type: medium.contentType,
    width: medium.width,
    height: medium.height,
  }
}

function presentItemBase(head: FeedItemBase, reading: FeedViewContext) {
  return {
    id: head.id,
    user: head.userId === null ? LEAGUE_AUTHOR : nameOf(head.userId, reading),
    by_league: head.userId === null,
    pinned: head.isPinned,
    created_at: new Date(head.createdAt).toISOString(),
    can_delete: canDelete(head, reading),
  }
}

function canDelete({ userId }: { userId: number | null }, reading: FeedViewContext): boolean {
  return userId === reading.userId || reading.canRunLeague
}

function nameOf(userId: number, { names }: FeedViewContext): string {
  return names.get(userId) ?? ''
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en')
}
