import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { Suspense } from 'react'
import { type Face, useFaces } from '../../api/league-queries.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RecapCard } from '../../ui/recap/lazy-recap-card.ts'
import ui from '../../ui/ui.module.css'
import styles from './latest-social-card.module.css'
import { type FeedItem, gridImageUrl, itemKey, latestFeedQuery } from './use-feed.ts'

/** The content of the card 'Latest from League Social'. Plain text, because the whole card is a link. */
export function LatestSocialCard({ league }: { league: string }) {
  const latest = useQuery(latestFeedQuery(league))
  const faceOf = useFaces(league)
  return (
    <Loaded
      query={latest}
      errorTitle="Failed to load League Social"
      skeleton={<Skeleton label="Loading latest posts" rows={2} height={48} />}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState hint="Start the trash talk.">No posts yet.</EmptyState>
        ) : (
          <ul className={`${ui.stack16} ${styles.list}`}>
            {items.map((item) => (
              <LatestItem key={itemKey(item)} item={item} face={faceOf(item.user)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function LatestItem({ item, face }: { item: FeedItem; face: Face }) {
  return (
    <li className={styles.item}>
      <Avatar name={item.user} {...face} />
      <div className={styles.content}>
        <p className={styles.byline}>
          <span className={ui.strong}>{item.user}</span>{' '}
          <span className={styles.meta}>
            <RelativeTime at={item.created_at} />
            {item.pinned ? <Pin size={14} aria-label="Pinned" /> : null}
          </span>
        </p>
        {item.type === 'post' && item.recap?.card !== undefined ? (
          <Suspense fallback={<p className={ui.twoLines}>{itemText(item)}</p>}>
            <RecapCard recap={item.recap.card} isBrief />
          </Suspense>
        ) : (
          <p className={ui.twoLines}>{itemText(item)}</p>
        )}
      </div>
      {item.type === 'media' && item.kind === 'image' ? (
        <img className={styles.thumbnail} src={gridImageUrl(item)} alt="" loading="lazy" decoding="async" />
      ) : null}
    </li>
  )
}

function itemText(item: FeedItem): string {
  switch (item.type) {
    case 'post':
      return item.content
    case 'proposal':
      return `Proposal: ${item.question}`
    case 'media':
      return item.kind === 'video' ? 'Shared a video' : 'Shared an image'
  }
}
