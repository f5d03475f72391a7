import { Heart, MessageCircle } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { useToggleLike } from '../feed-actions.ts'
import styles from './comments.module.css'
import type { ItemCommentsProps } from './comments.tsx'

// Apart from the tab, which has a limit of size.
const ItemComments = lazyNamed(() => import('./comments.tsx'), 'ItemComments')

type ReactionsProps = Omit<ItemCommentsProps, 'isWriting'> & {
  /** More buttons after those for likes and comments. */
  children?: ReactNode
}

/** The likes of an item and its comments. */
export function Reactions({ league, item, user, canDeleteAll, children }: ReactionsProps) {
  const toggleLike = useToggleLike(league, item.type, item.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = item
  return (
    <>
      <div className={styles.reactions}>
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
        {children}
      </div>
      <Suspense fallback={null}>
        <ItemComments
          league={league}
          item={item}
          user={user}
          canDeleteAll={canDeleteAll}
          isWriting={isCommenting}
        />
      </Suspense>
    </>
  )
}

function Count({ count, labelOfZero }: { count: number; labelOfZero: string }) {
  return count === 0 ? labelOfZero : <span className={styles.count}>{count.toLocaleString('en')}</span>
}
