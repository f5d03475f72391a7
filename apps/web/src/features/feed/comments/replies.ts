import type { Comment } from '../use-feed.ts'

/** The comment that a new one replies to. */
export type ReplyTarget = { id: number; author: string }

/** A comment with the replies to it, oldest first. */
export type Thread = { comment: Comment; replies: readonly Comment[] }

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
