import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './feed-card.module.css'
import type { FeedItem } from './use-feed.ts'

type Props = {
  /** For example 'Post by Ada Quill'. */
  label: string
  item: Pick<FeedItem, 'user' | 'by_league' | 'created_at' | 'pinned'>
  now: Date
  /** Buttons at the right of the header. */
  actions?: ReactNode
  /** Whether it is still being sent to the server. */
  isPending?: boolean
  children: ReactNode
}

/** The frame of a feed item: author and time, then the content. */
export function FeedCard({ label, item, now, actions, isPending = false, children }: Props) {
  return (
    <article className={styles['card']} aria-label={label} aria-busy={isPending || undefined} tabIndex={-1}>
      <header className={styles['header']}>
        <Avatar name={item.user} src={null} />
        <div className={styles['byline']}>
          <p className={styles['user']}>
            {item.user}
            {item.by_league ? <span className={styles['tag']}>League</span> : null}
          </p>
          <p className={styles['meta']}>
            {isPending ? 'Sending…' : <RelativeTime at={item.created_at} now={now} />}
            {item.pinned ? (
              <span className={styles['pinned']}>
                <Pin size={14} aria-hidden="true" /> Pinned
              </span>
            ) : null}
          </p>
        </div>
        {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}
