import { Heart, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { ItemComments } from '../comments/comments.tsx'
import styles from '../feed.module.css'
import { useToggleLike } from '../feed-actions.ts'
import type { FeedItem, FeedViewer } from '../use-feed.ts'
import { type LongPress, ReactionBar } from './reaction-bar.tsx'

type Props = FeedViewer &
  LongPress & {
    item: FeedItem
    children?: ReactNode
  }

export function ItemFooter({ item, text, pressedAt, onReacted, children, ...viewer }: Props) {
  const { league } = viewer
  const toggleLike = useToggleLike(league, item.type, item.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = item
  return (
    <>
      <div className={styles.footer}>
        <button
          type="button"
          className={`${ui.quietButton} ${styles.like}`}
          aria-pressed={item.liked}
          aria-label={`Like, ${formatCount(likes, 'like')}`}
          onClick={() => toggleLike.mutate()}
        >
          <Heart size={18} aria-hidden="true" />
          <Count count={likes} labelOfZero="Like" />
        </button>
        <button
          type="button"
          className={ui.quietButton}
          aria-expanded={isCommenting}
          aria-label={`Comment, ${formatCount(comments, 'comment')}`}
          onClick={() => setCommenting(!isCommenting)}
        >
          <MessageCircle size={18} aria-hidden="true" />
          <Count count={comments} labelOfZero="Comment" />
        </button>
        {item.type === 'proposal' ? null : (
          <ReactionBar
            {...{ league, text, pressedAt, onReacted }}
            subject={{ type: item.type, id: item.id }}
            name={`${item.type === 'post' ? 'post' : item.kind} by ${item.user}`}
            given={item}
          />
        )}
        {children}
      </div>
      <ItemComments {...viewer} item={item} isWriting={isCommenting} />
    </>
  )
}

function Count({ count, labelOfZero }: { count: number; labelOfZero: string }) {
  return count === 0 ? (
    labelOfZero
  ) : (
    <Text isNumeric weight={600}>
      {count.toLocaleString('en')}
    </Text>
  )
}
