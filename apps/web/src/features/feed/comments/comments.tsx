import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Face, useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { DeleteButton, MoreMenu } from '../card/feed-card.tsx'
import { commentsQuery, type Discussion, type ReplyTarget, toThreads } from '../discussion.ts'
import { useDeleteComment, usePendingComments } from '../feed-actions.ts'
import { MentionText } from '../mentions/mention-text.tsx'
import { EditButton, EditedMark, EditForm, useEditing } from '../posts/edits.tsx'
import { ReactionBar } from '../posts/reactions.tsx'
import type { Comment, FeedItem } from '../use-feed.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import { PendingComments } from './pending-comments.tsx'

const ModeratedComment = lazyNamed(() => import('../moderation/moderated.tsx'), 'ModeratedComment')

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
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null)
  const allComments = useQuery({ ...commentsQuery(league, discussion), enabled: showsAll })
  const pendingComments = usePendingComments(league, discussion)
  const faceOf = useFaces(league)
  const hasMore = count > preview.length
  const renderList = (comments: readonly Comment[]) => (
    <CommentList
      league={league}
      discussion={discussion}
      user={user}
      comments={comments}
      canDeleteAll={canDeleteAll}
      faceOf={faceOf}
      onReply={setReplyTo}
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
      {isWriting || replyTo !== null ? (
        <CommentForm
          league={league}
          user={user}
          discussion={discussion}
          isFocused
          replyTo={replyTo}
          onReplyEnd={() => setReplyTo(null)}
        />
      ) : null}
    </div>
  )
}

type DiscussionProps = { league: string; discussion: Discussion; user: string }

/** All comments on something that has a page of its own, and the comment form. */
export function Comments({ league, discussion, user }: DiscussionProps) {
  const query = useQuery(commentsQuery(league, discussion))
  const faceOf = useFaces(league)
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null)
  return (
    <Loaded query={query} errorTitle="Failed to load comments" name="the comments" rows={2} height={56}>
      {({ comments }) => (
        <div className={ui.stack12}>
          {comments.length === 0 ? <p className={ui.note}>No comments yet.</p> : null}
          <CommentList
            league={league}
            discussion={discussion}
            user={user}
            comments={comments}
            faceOf={faceOf}
            onReply={setReplyTo}
          />
          <PendingComments league={league} discussion={discussion} user={user} />
          <CommentForm
            league={league}
            user={user}
            discussion={discussion}
            replyTo={replyTo}
            onReplyEnd={() => setReplyTo(null)}
          />
        </div>
      )}
    </Loaded>
  )
}

type ListProps = DiscussionProps & {
  comments: readonly Comment[]
  canDeleteAll?: boolean
  faceOf: (name: string) => Face
  onReply: (comment: ReplyTarget) => void
}

function CommentList({ comments, canDeleteAll = false, faceOf, onReply, ...discussion }: ListProps) {
  if (comments.length === 0) return null
  const renderComment = (comment: Comment) => (
    <CommentItem
      {...discussion}
      comment={comment}
      canDelete={comment.can_delete || canDeleteAll}
      isOwn={comment.can_delete && !canDeleteAll && discussion.discussion.type !== 'trade'}
      face={faceOf(comment.author)}
      onReply={() => onReply(comment)}
    />
  )
  return (
    <ul className={`${ui.stack8} ${styles.list}`}>
      {toThreads(comments).map(({ comment, replies }) => (
        <li key={comment.id} className={ui.stack8}>
          {renderComment(comment)}
          {replies.length === 0 ? null : (
            <ul className={`${ui.stack8} ${styles.replies}`} aria-label={`Replies to ${comment.author}`}>
              {replies.map((reply) => (
                <li key={reply.id}>{renderComment({ ...reply, reply_to: undefined })}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

type CommentItemProps = DiscussionProps & {
  comment: Comment
  canDelete: boolean
  /** Whether it is known that the user wrote it. */
  isOwn: boolean
  face: Face
  onReply: () => void
}

function CommentItem(props: CommentItemProps) {
  const { league, discussion, user, comment, canDelete, isOwn, face, onReply } = props
  const { editing, hasEdited, startEditing, stopEditing } = useEditing()
  const { id, author, body, mentions, reply_to: replyTo, edit } = comment
  const text = (
    <p className={styles.body}>
      <MentionText league={league} user={user} text={body} mentions={mentions} />
    </p>
  )
  const content = (
    <>
      <p className={styles.header}>
        <span className={styles.author}>{author}</span>{' '}
        <span className={ui.muted}>
          {replyTo === undefined ? null : `to ${replyTo.author} `}
          <RelativeTime at={comment.created_at} />
          <EditedMark at={comment.edited_at} />
        </span>
        <ImportedMark imported={comment.imported} />
      </p>
      <Suspense fallback={text}>
        {editing === null ? (
          text
        ) : (
          <EditForm league={league} user={user} text={editing} onClose={stopEditing} />
        )}
      </Suspense>
      <div className={styles.actions}>
        <ReactionBar
          league={league}
          subject={{ discussion, comment: id }}
          name={`comment by ${author}`}
          given={comment}
        />
        <button
          type="button"
          className={styles.replyButton}
          aria-label={`Reply to ${author}`}
          onClick={onReply}
        >
          Reply
        </button>
        {edit === undefined || editing !== null ? null : (
          <EditButton
            label="Edit comment"
            until={edit.until}
            isFocused={hasEdited}
            onEdit={() => startEditing({ discussion, comment: id, text: body, mentions, edit })}
          />
        )}
      </div>
    </>
  )
  const isModerated = comment.hidden != null || comment.muted === true
  return (
    <div className={styles.comment}>
      <Avatar name={author} size="xs" {...face} />
      <div className={styles.content}>
        {isModerated ? (
          <Suspense fallback={null}>
            <ModeratedComment comment={comment}>{content}</ModeratedComment>
          </Suspense>
        ) : (
          content
        )}
      </div>
      {isOwn ? null : (
        <div className={styles.delete}>
          <Suspense fallback={null}>
            <MoreMenu
              league={league}
              content={{ kind: 'comment', id }}
              name={`comment by ${author}`}
              iconSize={16}
            />
          </Suspense>
        </div>
      )}
      {canDelete ? <DeleteComment author={author} league={league} discussion={discussion} id={id} /> : null}
    </div>
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
