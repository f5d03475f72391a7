import type { Comment, FeedItem, FeedPage, Media, Post, Proposal } from '../features/feed/use-feed.ts'

let lastId = 0

/** What every item has: each is a minute older than the one made before it. */
function buildItemFields() {
  lastId += 1
  return {
    id: lastId,
    user: 'Ada Quill',
    by_league: false,
    pinned: false,
    created_at: new Date(Date.now() - lastId * 60_000).toISOString(),
    can_delete: false,
  }
}

export function buildPost(named: Partial<Post> = {}): Post {
  return {
    ...buildItemFields(),
    type: 'post',
    content: 'Who starts a kicker in week 1?',
    likes_count: 0,
    comments_count: 0,
    liked: false,
    comments_preview: [],
    ...named,
  }
}

export function buildComment(named: Partial<Comment> = {}): Comment {
  const { id, created_at } = buildItemFields()
  return { id, author: 'Rowan Pike', body: 'I do.', created_at, can_delete: false, ...named }
}

/** Two options without votes. */
export function buildProposal(named: Partial<Proposal> = {}): Proposal {
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
    ...named,
  }
}

export function buildMediaItem(named: Partial<Media> = {}): Media {
  return {
    ...buildItemFields(),
    type: 'media',
    kind: 'image',
    url: '/api/league/Sunday/social/media/1/file',
    content_type: 'image/webp',
    width: 1600,
    height: 1200,
    ...named,
  }
}

export function buildFeedPage(items: FeedItem[] = [], next: string | null = null): FeedPage {
  return { items, next }
}

/** Answers the first read with these items and lets later ones wait, so that what a test does stays as it shows. */
export function respondOnce(items: FeedItem[]) {
  let reads = 0
  return () => {
    reads += 1
    return reads === 1 ? buildFeedPage(items) : new Promise<never>(() => undefined)
  }
}
