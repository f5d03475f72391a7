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
  const media = item.type === 'media' ? [item] : item.type === 'post' ? (item.media ?? []) : []
  const isShown = item.muted === undefined
  const image = media.find(({ kind, url }) => isShown && kind === 'image' && url !== '')
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
        {isShown && item.type === 'post' && item.recap?.card !== undefined ? (
          <Suspense fallback={<p className={ui.twoLines}>{itemText(item)}</p>}>
            <RecapCard recap={item.recap.card} isBrief />
          </Suspense>
        ) : (
          <p className={ui.twoLines}>{itemText(item)}</p>
        )}
      </div>
      {image === undefined ? null : (
        <img className={styles.thumbnail} src={gridImageUrl(image)} alt="" loading="lazy" decoding="async" />
      )}
    </li>
  )
}

function itemText(item: FeedItem): string {
  if (item.muted === true) return `Muted: ${item.user}`
  if (item.hidden != null && isEmptied(item)) return `Hidden by a league admin: ${item.hidden.reason}`
  switch (item.type) {
    case 'post':
      return item.content || sharedText(item.media ?? [])
    case 'proposal':
      return `Proposal: ${item.question}`
    case 'media':
      return sharedText([item])
  }
}

/** Whether the user gets no content of an item that is hidden. */
function isEmptied(item: FeedItem): boolean {
  switch (item.type) {
    case 'post':
      return item.content === '' && item.media === undefined
    case 'proposal':
      return item.question === ''
    case 'media':
      return item.url === ''
  }
}

function sharedText(media: readonly { kind: 'image' | 'video' }[]): string {
  if (media.length > 1) return `Shared ${media.length} images and videos`
  return media[0]?.kind === 'video' ? 'Shared a video' : 'Shared an image'
}
