import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './feed-card.module.css'
import type { FeedItem } from './use-feed.ts'

type Props = {
  /** Such as 'Post by Ada Quill'. */
  label: string
  item: Pick<FeedItem, 'user' | 'by_league' | 'created_at' | 'pinned'>
  now: Date
  /** Buttons at the right of the head. */
  actions?: ReactNode
  /** Whether it is still on its way to the server. */
  isPending?: boolean
  children: ReactNode
}

/** The frame of an item: who made it and when, then the item itself. */
export function FeedCard({ label, item, now, actions, isPending = false, children }: Props) {
  return (
    <article className={styles['card']} aria-label={label} aria-busy={isPending || undefined} tabIndex={-1}>
      <header className={styles['head']}>
        <Avatar name={item.user} src={null} />
        <div className={styles['by']}>
          <p className={styles['user']}>
            {item.user}
            {item.by_league ? <span className={styles['own']}>the league</span> : null}
          </p>
          <p className={styles['about']}>
            {isPending ? 'Sending…' : <RelativeTime at={item.created_at} now={now} />}
            {item.pinned ? (
              <span className={styles['pinned']}>
                <Pin size={14} aria-hidden="true" /> Pinned
              </span>
            ) : null}
          </p>
        </div>
        {actions === undefined ? null : <div className={styles['acts']}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}
