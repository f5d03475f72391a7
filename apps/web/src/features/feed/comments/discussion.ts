import type { Reactions } from '@fieldhouse/contract/feed/items'
import type { RequestOf } from '@fieldhouse/contract/operation'
import type { Operations } from '@fieldhouse/contract/operations'
import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { queryOptions } from '@tanstack/react-query'
import { apiClient } from '../../../api/api-client.ts'
import { toMentionsField } from '../draft.ts'
import { type Comment, feedKey, type ItemType } from '../use-feed.ts'

/** What people comment on: an item of the feed, or a trade with the provider's ID. */
export type Discussion = { type: ItemType; id: number } | { type: 'trade'; season: number; id: string }

/** Identifies a discussion in the keys of queries and mutations. */
export function discussionKey(discussion: Discussion): readonly (string | number)[] {
  return discussion.type === 'trade'
    ? ['trade', discussion.season, discussion.id]
    : [discussion.type, discussion.id]
}

/** All comments on an item or a trade, oldest first. */
export const commentsQuery = (league: string, discussion: Discussion) =>
  queryOptions({
    queryKey: [...feedKey(league), 'comments', ...discussionKey(discussion)] as const,
    queryFn: ({ signal }): Promise<{ comments: Comment[] }> => {
      const { type, id } = discussion
      switch (type) {
        case 'post':
          return apiClient('GET /api/league/:league/social/posts/:id/comments/', {
            params: { league, id },
            signal,
          })
        case 'trade':
          return apiClient('GET /api/league/:league/trades/:season/:trade/comments/', {
            params: { league, season: discussion.season, trade: id },
            signal,
          })
        default:
          return apiClient('GET /api/league/:league/social/items/:id/comments/', {
            params: { league, id },
            query: { type },
            signal,
          })
      }
    },
  })

/** `replyTo`: the ID of the comment to reply to. */
export type NewComment = MentionedText & { replyTo?: number | undefined }

export function sendComment(
  league: string,
  discussion: Discussion,
  { text, mentions, replyTo }: NewComment,
): Promise<Comment> {
  const { type, id } = discussion
  const body = {
    body: text,
    ...toMentionsField(mentions),
    ...(replyTo === undefined ? {} : { reply_to: replyTo }),
  }
  switch (type) {
    case 'post':
      return apiClient('POST /api/league/:league/social/posts/:id/comments/', {
        params: { league, id },
        body,
      })
    case 'trade':
      return apiClient('POST /api/league/:league/trades/:season/:trade/comments/', {
        params: { league, season: discussion.season, trade: id },
        body,
      })
    default:
      return apiClient('POST /api/league/:league/social/items/:id/comments/', {
        params: { league, id },
        query: { type },
        body,
      })
  }
}

export function deleteComment(league: string, discussion: Discussion, comment: number) {
  const { type, id } = discussion
  switch (type) {
    case 'post':
      return apiClient('DELETE /api/league/:league/social/posts/:id/comments/:comment/', {
        params: { league, id, comment },
      })
    case 'trade':
      return apiClient('DELETE /api/league/:league/trades/:season/:trade/comments/:comment/', {
        params: { league, season: discussion.season, trade: id, comment },
      })
    default:
      return apiClient('DELETE /api/league/:league/social/items/:id/comments/:comment/', {
        params: { league, id, comment },
        query: { type },
      })
  }
}

export function editComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['editComment']>['body'],
): Promise<Comment> {
  const { type, id } = discussion
  switch (type) {
    case 'post':
      return apiClient('POST /api/league/:league/social/posts/:id/comments/:comment/edit/', {
        params: { league, id, comment },
        body,
      })
    case 'trade':
      return apiClient('POST /api/league/:league/trades/:season/:trade/comments/:comment/edit/', {
        params: { league, season: discussion.season, trade: id, comment },
        body,
      })
    default:
      return apiClient('POST /api/league/:league/social/items/:id/comments/:comment/edit/', {
        params: { league, id, comment },
        query: { type },
        body,
      })
  }
}

export function reactToComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['reactToComment']>['body'],
): Promise<Reactions> {
  const { type, id } = discussion
  switch (type) {
    case 'post':
      return apiClient('POST /api/league/:league/social/posts/:id/comments/:comment/react/', {
        params: { league, id, comment },
        body,
      })
    case 'trade':
      return apiClient('POST /api/league/:league/trades/:season/:trade/comments/:comment/react/', {
        params: { league, season: discussion.season, trade: id, comment },
        body,
      })
    default:
      return apiClient('POST /api/league/:league/social/items/:id/comments/:comment/react/', {
        params: { league, id, comment },
        query: { type },
        body,
      })
  }
}
