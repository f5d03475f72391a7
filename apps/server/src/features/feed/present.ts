import type { Comment, FeedItem, Media, Post, Proposal } from '@fieldhouse/contract/feed-items'
import { flagHighest, isVotingClosed, toWholePercents } from '@fieldhouse/domain/voting'
import type { ItemHead } from './item-head.ts'
import type { MediumParts } from './medium-parts.ts'
import type { Names } from './people.ts'
import type { FeedComment, PostParts } from './post-parts.ts'
import type { ProposalParts } from './proposal-parts.ts'

/** An item as it was read, before anybody's name is known. */
export type ReadItem = ItemHead &
  (
    | { type: 'post'; parts: PostParts }
    | { type: 'proposal'; parts: ProposalParts }
    | { type: 'media'; parts: MediumParts }
  )

/** Who speaks where no member does. */
const LEAGUES_OWN = 'Fieldhouse'

/** The person who reads, and what an answer needs beside the items. */
export type Reading = {
  userId: number
  /** Whether the person may delete what others have made. */
  canRunLeague: boolean
  league: string
  names: Names
  now: Date
}

export function presentItem(item: ReadItem, reading: Reading): FeedItem {
  switch (item.type) {
    case 'post':
      return presentPost(item, item.parts, reading)
    case 'proposal':
      return presentProposal(item, item.parts, reading)
    case 'media':
      return presentMedium(item, item.parts, reading)
  }
}

export function presentComment(comment: FeedComment, reading: Reading): Comment {
  return {
    id: comment.id,
    author: nameOf(comment.userId, reading),
    body: comment.body,
    created_at: new Date(comment.createdAt).toISOString(),
    can_delete: canDelete(comment, reading),
  }
}

function presentPost(head: ItemHead, post: PostParts, reading: Reading): Post {
  return {
    type: 'post',
    ...presentHead(head, reading),
    content: post.content,
    likes_count: post.likes,
    comments_count: post.comments,
    liked: post.isLiked,
    comments_preview: post.preview.map((comment) => presentComment(comment, reading)),
  }
}

function presentProposal(head: ItemHead, proposal: ProposalParts, reading: Reading): Proposal {
  const counts = proposal.options.map((option) => option.votes)
  const percents = toWholePercents(counts)
  const closed = isVotingClosed(proposal.closesAt, reading.now)
  const highest = flagHighest(counts)
  return {
    type: 'proposal',
    ...presentHead(head, reading),
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

function presentMedium(head: ItemHead, medium: MediumParts, reading: Reading): Media {
  return {
    type: 'media',
    ...presentHead(head, reading),
    kind: medium.kind,
    url: `/api/league/${encodeURIComponent(reading.league)}/social/media/${head.id}/file`,
    content_type: medium.contentType,
    width: medium.width,
    height: medium.height,
  }
}

function presentHead(head: ItemHead, reading: Reading) {
  return {
    id: head.id,
    user: head.userId === null ? LEAGUES_OWN : nameOf(head.userId, reading),
    by_league: head.userId === null,
    pinned: head.isPinned,
    created_at: new Date(head.createdAt).toISOString(),
    can_delete: canDelete(head, reading),
  }
}

function canDelete({ userId }: { userId: number | null }, reading: Reading): boolean {
  return userId === reading.userId || reading.canRunLeague
}

function nameOf(userId: number, { names }: Reading): string {
  return names.get(userId) ?? ''
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en')
}
