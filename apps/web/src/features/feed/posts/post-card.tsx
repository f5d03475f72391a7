import { useQuery } from '@tanstack/react-query'
import { Heart, MessageCircle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Face, useFaces } from '../../../api/league-queries.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { LongText, RichText } from '../../../ui/display/rich-text.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { RecapCard } from '../../../ui/recap/lazy-recap-card.ts'
import ui from '../../../ui/ui.module.css'
import { type CardProps, DeleteButton, FeedCard } from '../card/feed-card.tsx'
import { type Comment, commentsQuery, type Post, recapImage } from '../use-feed.ts'
import styles from './post-card.module.css'
import { CommentForm } from './post-forms.tsx'
import { useDeleteComment, usePendingComments, useToggleLike } from './use-posts.ts'

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user } = props
  const toggleLike = useToggleLike(league, post.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = post
  return (
    <FeedCard {...props} label={`Post by ${post.user}`}>
      {post.recap?.card === undefined ? (
        <LongText>{post.content}</LongText>
      ) : (
        <Suspense fallback={<LongText>{post.content}</LongText>}>
          <RecapCard recap={post.recap.card} />
        </Suspense>
      )}
      <div className={styles.reactions}>
        <button
          type="button"
          className={styles.reaction}
          aria-pressed={post.liked}
          aria-label={`Like, ${formatCount(likes, 'like')}`}
          onClick={() => toggleLike.mutate()}
        >
          <Heart size={18} aria-hidden="true" />
          <Count count={likes} labelOfZero="Like" />
        </button>
        <button
          type="button"
          className={styles.reaction}
          aria-expanded={isCommenting}
          aria-label={`Comment, ${formatCount(comments, 'comment')}`}
          onClick={() => setCommenting(!isCommenting)}
        >
          <MessageCircle size={18} aria-hidden="true" />
          <Count count={comments} labelOfZero="Comment" />
        </button>
        {post.recap === undefined ? null : (
          <ShareButton
            title={`Week ${post.recap.week} recap of ${league}`}
            label="Share recap"
            image={recapImage(league, post.recap)}
          />
        )}
      </div>
      <Comments
        league={league}
        post={post}
        user={user}
        isWriting={isCommenting}
        canDeleteAll={props.canPin}
      />
    </FeedCard>
  )
}

function Count({ count, labelOfZero }: { count: number; labelOfZero: string }) {
  return count === 0 ? labelOfZero : <span className={styles.count}>{count.toLocaleString('en')}</span>
}

type CommentsProps = {
  league: string
  post: Post
  /** The display name of the current user. */
  user: string
  isWriting: boolean
  canDeleteAll: boolean
}

/** The newest comments on a post, all comments on demand, and the comment form. */
function Comments({ league, post, user, isWriting, canDeleteAll }: CommentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const allComments = useQuery({ ...commentsQuery(league, post.id), enabled: showsAll })
  const pendingComments = usePendingComments(league, post.id)
  const faceOf = useFaces(league)
  const preview = post.comments_preview
  const hasMore = post.comments_count > preview.length
  const renderList = (comments: readonly Comment[]) => (
    <CommentList
      league={league}
      post={post.id}
      comments={comments}
      canDeleteAll={canDeleteAll}
      faceOf={faceOf}
    />
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
            <CommentItem key={key} author={user} face={faceOf(user)} body={text} />
          ))}
        </ul>
      )}
      {isWriting ? <CommentForm league={league} post={post.id} /> : null}
    </div>
  )
}

type ListProps = {
  league: string
  post: number
  comments: readonly Comment[]
  canDeleteAll: boolean
  faceOf: (name: string) => Face
}

function CommentList({ league, post, comments, canDeleteAll, faceOf }: ListProps) {
  if (comments.length === 0) return null
  return (
    <ul className={`${ui.stack8} ${styles.list}`}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          author={comment.author}
          face={faceOf(comment.author)}
          body={comment.body}
          createdAt={comment.created_at}
          imported={comment.imported}
          deleteTarget={comment.can_delete || canDeleteAll ? { league, post, id: comment.id } : undefined}
        />
      ))}
    </ul>
  )
}

type CommentItemProps = {
  author: string
  face: Face
  body: string
  /** When it was created; undefined while it is being sent. */
  createdAt?: string
  imported?: Comment['imported']
  /** The comment to delete; undefined when the user may not delete it. */
  deleteTarget?: { league: string; post: number; id: number } | undefined
}

function CommentItem({ author, face, body, createdAt, imported, deleteTarget }: CommentItemProps) {
  return (
    <li className={styles.comment}>
      <Avatar name={author} size="xs" {...face} />
      <div className={styles.content}>
        <p className={styles.header}>
          <span className={styles.author}>{author}</span>{' '}
          <span className={ui.muted}>
            {createdAt === undefined ? 'Sending…' : <RelativeTime at={createdAt} />}
          </span>
          <ImportedMark imported={imported} />
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
