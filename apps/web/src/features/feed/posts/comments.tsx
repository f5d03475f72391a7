import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { DeleteButton } from '../card/feed-card.tsx'
import { RichText } from '../card/rich-text.tsx'
import { type Comment, commentsQuery, type Post } from '../use-feed.ts'
import styles from './comments.module.css'
import { CommentForm } from './post-forms.tsx'
import { useDeleteComment, usePendingComments } from './use-posts.ts'

type Props = {
  league: string
  post: Post
  /** The display name of the current user. */
  user: string
  isWriting: boolean
}

/** The newest comments on a post, all comments on demand, and the comment form. */
export function Comments({ league, post, user, isWriting }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const allComments = useQuery({ ...commentsQuery(league, post.id), enabled: showsAll })
  const pendingComments = usePendingComments(league, post.id)
  const preview = post.comments_preview
  const hasMore = post.comments_count > preview.length
  const renderList = (comments: readonly Comment[]) => (
    <CommentList league={league} post={post.id} comments={comments} />
  )
  if (post.comments_count === 0 && pendingComments.length === 0 && !isWriting) return null
  return (
    <div className={styles.comments}>
      {hasMore || showsAll ? (
        <Button
          variant="quiet"
          className={styles.toggle}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show newest only' : `View all ${post.comments_count.toLocaleString('en')}`}
        </Button>
      ) : null}
      {showsAll ? (
        <Loaded query={allComments} errorTitle="Failed to load comments" skeleton={renderList(preview)}>
          {({ comments }) => renderList(comments)}
        </Loaded>
      ) : (
        renderList(preview)
      )}
      {pendingComments.length === 0 ? null : (
        <ul className={`${ui.stack8} ${styles.list}`} aria-busy="true">
          {pendingComments.map(({ key, text }) => (
            <CommentItem key={key} author={user} body={text} />
          ))}
        </ul>
      )}
      {isWriting ? <CommentForm league={league} post={post.id} /> : null}
    </div>
  )
}

type ListProps = { league: string; post: number; comments: readonly Comment[] }

function CommentList({ league, post, comments }: ListProps) {
  if (comments.length === 0) return null
  return (
    <ul className={`${ui.stack8} ${styles.list}`}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          author={comment.author}
          body={comment.body}
          createdAt={comment.created_at}
          deleteTarget={comment.can_delete ? { league, post, id: comment.id } : undefined}
        />
      ))}
    </ul>
  )
}

type CommentItemProps = {
  author: string
  body: string
  /** When it was created; undefined while it is being sent. */
  createdAt?: string
  /** The comment to delete; undefined when the user may not delete it. */
  deleteTarget?: { league: string; post: number; id: number } | undefined
}

function CommentItem({ author, body, createdAt, deleteTarget }: CommentItemProps) {
  return (
    <li className={styles.comment}>
      <div className={styles.content}>
        <p className={styles.header}>
          <span className={styles.author}>{author}</span>{' '}
          <span className={ui.muted}>
            {createdAt === undefined ? 'Sending…' : <RelativeTime at={createdAt} />}
          </span>
        </p>
        <p className={styles.body}>
          <RichText>{body}</RichText>
        </p>
      </div>
      {deleteTarget === undefined ? null : <DeleteComment author={author} {...deleteTarget} />}
    </li>
  )
}

type DeleteCommentProps = { author: string; league: string; post: number; id: number }

function DeleteComment({ author, league, post, id }: DeleteCommentProps) {
  const remove = useDeleteComment(league, post)
  return (
    <div className={styles.delete}>
      <DeleteButton
        label={`Delete comment by ${author}`}
        question="Delete this comment?"
        consequence="This can't be undone."
        iconSize={16}
        onDelete={() => remove.mutate(id)}
      />
    </div>
  )
}
