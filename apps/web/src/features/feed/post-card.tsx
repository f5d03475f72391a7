import { Heart, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import type { CardProps } from './card-props.ts'
import { Comments } from './comments.tsx'
import { FeedCard } from './feed-card.tsx'
import { ItemActions } from './item-actions.tsx'
import { LongText } from './long-text.tsx'
import styles from './post-card.module.css'
import type { Post } from './use-feed.ts'
import { useToggleLike } from './use-posts.ts'

export function PostCard({ item: post, ...props }: CardProps<Post>) {
  const { league, now } = props
  const toggleLike = useToggleLike(league, post.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = post
  return (
    <FeedCard
      label={`Post by ${post.user}`}
      item={post}
      now={now}
      actions={<ItemActions item={post} {...props} />}
    >
      <LongText>{post.content}</LongText>
      <div className={styles['reactions']}>
        <button
          type="button"
          className={styles['reaction']}
          aria-pressed={post.liked}
          aria-label={likeLabel(likes)}
          onClick={() => toggleLike.mutate()}
        >
          <Heart size={18} aria-hidden="true" />
          {likes === 0 ? 'Like' : <span className={styles['count']}>{likes.toLocaleString('en')}</span>}
        </button>
        <button
          type="button"
          className={styles['reaction']}
          aria-expanded={isCommenting}
          aria-label={commentLabel(comments)}
          onClick={() => setCommenting(!isCommenting)}
        >
          <MessageCircle size={18} aria-hidden="true" />
          {comments === 0 ? (
            'Comment'
          ) : (
            <span className={styles['count']}>{comments.toLocaleString('en')}</span>
          )}
        </button>
      </div>
      <Comments league={league} post={post} now={now} user={props.user} isWriting={isCommenting} />
    </FeedCard>
  )
}

function likeLabel(likes: number): string {
  return `Like, ${formatCount(likes, 'like')}`
}

function commentLabel(comments: number): string {
  return `Comment, ${formatCount(comments, 'comment')}`
}
