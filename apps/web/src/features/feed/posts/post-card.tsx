import { Heart, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { LongText } from '../card/rich-text.tsx'
import type { Post } from '../use-feed.ts'
import { Comments } from './comments.tsx'
import styles from './post-card.module.css'
import { useToggleLike } from './use-posts.ts'

export function PostCard(props: CardProps<Post>) {
  const { item: post, league, user } = props
  const toggleLike = useToggleLike(league, post.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = post
  return (
    <FeedCard {...props} label={`Post by ${post.user}`}>
      <LongText>{post.content}</LongText>
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
      </div>
      <Comments league={league} post={post} user={user} isWriting={isCommenting} />
    </FeedCard>
  )
}

function Count({ count, labelOfZero }: { count: number; labelOfZero: string }) {
  return count === 0 ? labelOfZero : <span className={styles.count}>{count.toLocaleString('en')}</span>
}
