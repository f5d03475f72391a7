import type { Comment, FeedItem, FeedPage, Media, Post, Proposal } from '../features/feed/use-feed.ts'

let lastId = 0

/** The fields that all items share. Each item is a minute older than the previous one. */
function buildItemFields() {
  lastId += 1
  return {
    id: lastId,
    version: 1,
    user: 'Ada Quill',
    by_league: false,
    pinned: false,
    created_at: new Date(Date.now() - lastId * 60_000).toISOString(),
    can_delete: false,
    likes_count: 0,
    comments_count: 0,
    liked: false,
    comments_preview: [],
  }
}

export function buildPost(overrides: Partial<Post> = {}): Post {
  return {
    ...buildItemFields(),
    type: 'post',
    content: 'Who starts a kicker in week 1?',
    ...overrides,
  }
}

export function buildComment(overrides: Partial<Comment> = {}): Comment {
  const { id, created_at } = buildItemFields()
  return { id, author: 'Rowan Pike', body: 'I do.', created_at, can_delete: false, ...overrides }
}

/** A proposal with two options and no votes. */
export function buildProposal(overrides: Partial<Proposal> = {}): Proposal {
  return {
    ...buildItemFields(),
    type: 'proposal',
    question: 'Move the trade deadline?',
    options: [
      { id: 1, text: 'Yes', percent: 0, won: false, voters: null },
      { id: 2, text: 'No', percent: 0, won: false, voters: null },
    ],
    total: 0,
    anonymous: true,
    my_vote: null,
    closes_at: null,
    closed: false,
    ...overrides,
  }
}

export function buildMediaItem(overrides: Partial<Media> = {}): Media {
  return {
    ...buildItemFields(),
    type: 'media',
    kind: 'image',
    url: '/api/league/Sunday/social/media/1/file',
    content_type: 'image/webp',
    width: 1600,
    height: 1200,
    ...overrides,
  }
}

export function buildFeedPage(items: FeedItem[] = [], next: string | null = null): FeedPage {
  return { items, next }
}

/**
 * Responds to the first request only. Later ones stay pending, so that a refetch cannot replace optimistic
 * updates.
 */
export function respondOnce(items: FeedItem[]) {
  let requestCount = 0
  return () => {
    requestCount += 1
    return requestCount === 1 ? buildFeedPage(items) : new Promise<never>(() => undefined)
  }
}
