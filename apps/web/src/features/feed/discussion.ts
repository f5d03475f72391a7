import type { Reactions } from '@fieldhouse/contract/feed/items'
import type { RequestOf } from '@fieldhouse/contract/operation'
import type { Operations } from '@fieldhouse/contract/operations'
import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { queryOptions } from '@tanstack/react-query'
import { apiClient } from '../../api/api-client.ts'
import { toMentionsField } from './draft.ts'
import { type Comment, feedKey, type ItemType } from './use-feed.ts'

/** What people comment on: an item of the feed, or a trade with the provider's ID. */
export type Discussion = { type: ItemType; id: number } | { type: 'trade'; season: number; id: string }

export type ReplyTarget = { id: number; author: string }

/** A comment with the replies to it, oldest first. */
type Thread = { comment: Comment; replies: readonly Comment[] }

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
      const { path, request } = addressOf(league, discussion)
      return apiClient(`GET ${path}/`, { ...request, signal })
    },
  })

export type NewComment = MentionedText & { replyTo?: number | undefined }

export function sendComment(
  league: string,
  discussion: Discussion,
  { text, mentions, replyTo }: NewComment,
): Promise<Comment> {
  const { path, request } = addressOf(league, discussion)
  const reply = replyTo === undefined ? {} : { reply_to: replyTo }
  const body = { body: text, ...toMentionsField(mentions), ...reply }
  return apiClient(`POST ${path}/`, { ...request, body })
}

export function deleteComment(league: string, discussion: Discussion, comment: number) {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`DELETE ${path}/:comment/`, request as never)
}

export function editComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['editComment']>['body'],
): Promise<Comment> {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`POST ${path}/:comment/edit/`, { ...request, body } as never)
}

export function reactToComment(
  league: string,
  discussion: Discussion,
  comment: number,
  body: RequestOf<Operations['reactToComment']>['body'],
): Promise<Reactions> {
  const { path, request } = addressOf(league, discussion, { comment })
  return apiClient(`POST ${path}/:comment/react/`, { ...request, body } as never)
}

/** The compiler cannot relate the path to its parameters, so the requests above pass them unchecked. */
function addressOf(league: string, discussion: Discussion, comment: { comment?: number } = {}) {
  const { type, id } = discussion
  switch (type) {
    case 'trade': {
      const params = { league, season: discussion.season, trade: id, ...comment }
      return { path: '/api/league/:league/trades/:season/:trade/comments', request: { params } } as const
    }
    case 'post':
      return {
        path: '/api/league/:league/social/posts/:id/comments',
        request: { params: { league, id, ...comment } },
      } as const
    default:
      return {
        path: '/api/league/:league/social/items/:id/comments',
        request: { params: { league, id, ...comment }, query: { type } },
      } as const
  }
}

/** Groups comments by what they reply to. A reply to a comment that is not among them is a thread of its own. */
export function toThreads(comments: readonly Comment[]): Thread[] {
  const ids = new Set(comments.map(({ id }) => id))
  const parentOf = ({ reply_to: target }: Comment) =>
    target !== undefined && ids.has(target.id) ? target.id : null
  return comments
    .filter((comment) => parentOf(comment) === null)
    .map((comment) => ({ comment, replies: comments.filter((reply) => parentOf(reply) === comment.id) }))
}

/** Removes a comment. What replies to it stays, and replies to nothing. */
export function withoutComment(comments: readonly Comment[], id: number | undefined): Comment[] {
  return comments
    .filter((comment) => comment.id !== id)
    .map((comment) => {
      if (comment.reply_to === undefined || comment.reply_to.id !== id) return comment
      const { reply_to: _target, ...others } = comment
      return others
    })
}
