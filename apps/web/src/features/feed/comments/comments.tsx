import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Face, useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { RichText } from '../../../ui/display/rich-text.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { DeleteButton } from '../card/feed-card.tsx'
import { EditButton, EditedMark, EditForm, useEditing } from '../posts/edits.tsx'
import { ReactionBar } from '../posts/reactions.tsx'
import type { Comment, FeedItem } from '../use-feed.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import { commentsQuery, type Discussion } from './discussion.ts'
import { useDeleteComment, usePendingComments } from './use-comments.ts'

export type ItemCommentsProps = {
  league: string
  item: FeedItem
  /** The display name of the current user. */
  user: string
  /** Whether the user may delete comments of others. */
  canDeleteAll: boolean
  isWriting: boolean
}

/** The newest comments on an item, all comments on demand, and the comment form. */
export function ItemComments({ league, item, user, canDeleteAll, isWriting }: ItemCommentsProps) {
  const { type, id, comments_preview: preview, comments_count: count } = item
  const discussion: Discussion = { type, id }
  const [showsAll, setShowsAll] = useState(false)
  const allComments = useQuery({ ...commentsQuery(league, discussion), enabled: showsAll })
  const pendingComments = usePendingComments(league, discussion)
  const faceOf = useFaces(league)
  const hasMore = count > preview.length
  const renderList = (comments: readonly Comment[]) => (
    <CommentList
      league={league}
      discussion={discussion}
      comments={comments}
      canDeleteAll={canDeleteAll}
      faceOf={faceOf}
    />
  )
  if (count === 0 && pendingComments.length === 0 && !isWriting) return null
  return (
    <div className={styles.comments}>
      {hasMore || showsAll ? (
        <Button
          variant="quiet"
          className={styles.toggle}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show newest only' : `View all ${count.toLocaleString('en')}`}
        </Button>
      ) : null}
      {showsAll ? (
        <Loaded query={allComments} errorTitle="Failed to load comments" skeleton={renderList(preview)}>
          {({ comments }) => renderList(comments)}
        </Loaded>
      ) : (
        renderList(preview)
      )}
      <PendingComments league={league} discussion={discussion} user={user} />
      {isWriting ? <CommentForm league={league} discussion={discussion} isFocused /> : null}
    </div>
  )
}

type DiscussionProps = { league: string; discussion: Discussion; user: string }

/** All comments on something that has a page of its own, and the comment form. */
export function Comments({ league, discussion, user }: DiscussionProps) {
  const query = useQuery(commentsQuery(league, discussion))
  const faceOf = useFaces(league)
  return (
    <Loaded query={query} errorTitle="Failed to load comments" name="the comments" rows={2} height={56}>
      {({ comments }) => (
        <div className={ui.stack12}>
          {comments.length === 0 ? <p className={ui.note}>No comments yet.</p> : null}
          <CommentList league={league} discussion={discussion} comments={comments} faceOf={faceOf} />
          <PendingComments league={league} discussion={discussion} user={user} />
          <CommentForm league={league} discussion={discussion} />
        </div>
      )}
    </Loaded>
  )
}

/** The comments that are still being sent. */
function PendingComments({ league, discussion, user }: DiscussionProps) {
  const pendingComments = usePendingComments(league, discussion)
  const faceOf = useFaces(league)
  if (pendingComments.length === 0) return null
  return (
    <ul className={`${ui.stack8} ${styles.list}`} aria-busy="true">
      {pendingComments.map(({ key, text }) => (
        <PendingComment key={key} author={user} face={faceOf(user)} body={text} />
      ))}
    </ul>
  )
}

type ListProps = {
  league: string
  discussion: Discussion
  comments: readonly Comment[]
  canDeleteAll?: boolean
  faceOf: (name: string) => Face
}

function CommentList({ league, discussion, comments, canDeleteAll = false, faceOf }: ListProps) {
  if (comments.length === 0) return null
  return (
    <ul className={`${ui.stack8} ${styles.list}`}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          league={league}
          discussion={discussion}
          comment={comment}
          canDelete={comment.can_delete || canDeleteAll}
          face={faceOf(comment.author)}
        />
      ))}
    </ul>
  )
}

type CommentItemProps = {
  league: string
  discussion: Discussion
  comment: Comment
  canDelete: boolean
  face: Face
}

/** Comments on posts can be edited and reacted to. */
function CommentItem({ league, discussion, comment, canDelete, face }: CommentItemProps) {
  const { editing, hasEdited, startEditing, stopEditing } = useEditing()
  const { id, author, body, edit } = comment
  const post = discussion.type === 'post' ? discussion.id : null
  const text = <CommentText>{body}</CommentText>
  return (
    <li className={styles.comment}>
      <Avatar name={author} size="xs" {...face} />
      <div className={styles.content}>
        <p className={styles.header}>
          <span className={styles.author}>{author}</span>{' '}
          <span className={ui.muted}>
            <RelativeTime at={comment.created_at} />
            <EditedMark at={comment.edited_at} />
          </span>
          <ImportedMark imported={comment.imported} />
        </p>
        <Suspense fallback={text}>
          {editing === null ? text : <EditForm league={league} text={editing} onClose={stopEditing} />}
        </Suspense>
        {post === null ? null : (
          <div className={styles.actions}>
            <ReactionBar
              league={league}
              subject={{ post, comment: id }}
              name={`comment by ${author}`}
              given={comment}
            />
            {edit === undefined || editing !== null ? null : (
              <EditButton
                label="Edit comment"
                until={edit.until}
                isFocused={hasEdited}
                onEdit={() => startEditing({ post, comment: id, text: body, edit })}
              />
            )}
          </div>
        )}
      </div>
      {canDelete ? <DeleteComment author={author} league={league} discussion={discussion} id={id} /> : null}
    </li>
  )
}

function CommentText({ children: body }: { children: string }) {
  return (
    <p className={styles.body}>
      <RichText>{body}</RichText>
    </p>
  )
}

type PendingCommentProps = { author: string; face: Face; body: string }

/** A comment that is still being sent. */
function PendingComment({ author, face, body }: PendingCommentProps) {
  return (
    <li className={styles.comment}>
      <Avatar name={author} size="xs" {...face} />
      <div className={styles.content}>
        <p className={styles.header}>
          <span className={styles.author}>{author}</span> <span className={ui.muted}>Sending…</span>
        </p>
        <CommentText>{body}</CommentText>
      </div>
    </li>
  )
}

type DeleteCommentProps = { author: string; league: string; discussion: Discussion; id: number }

function DeleteComment({ author, league, discussion, id }: DeleteCommentProps) {
  const remove = useDeleteComment(league, discussion)
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
