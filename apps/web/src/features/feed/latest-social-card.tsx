import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { type Face, useFaces } from '../../api/operations.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Fill, Grid, Row } from '../../ui/layout/layout.tsx'
import { RecapSummary } from '../../ui/recap/recap-summary.tsx'
import ui from '../../ui/ui.module.css'
import styles from './media/media.module.css'
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
          <Grid as="ul" min={340} gap={4}>
            {items.map((item) => (
              <LatestItem key={itemKey(item)} item={item} face={faceOf(item.user)} />
            ))}
          </Grid>
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
    <Row as="li" gap={3} align="start">
      <Avatar name={item.user} {...face} />
      <Fill>
        <p className={ui.breakable}>
          <span className={ui.strong}>{item.user}</span>{' '}
          <span className={ui.note}>
            <RelativeTime at={item.created_at} /> {item.pinned ? <Pin size={14} aria-label="Pinned" /> : null}
          </span>
        </p>
        {isShown && item.type === 'post' && item.recap?.card !== undefined ? (
          <RecapSummary recap={item.recap.card} />
        ) : (
          <p className={ui.twoLines}>{itemText(item)}</p>
        )}
      </Fill>
      {image === undefined ? null : (
        <img className={styles.thumbnail} src={gridImageUrl(image)} alt="" loading="lazy" decoding="async" />
      )}
    </Row>
  )
}

function itemText(item: FeedItem): string {
  if (item.muted === true) return `Muted: ${item.user}`
  const text = contentOf(item)
  if (text !== '') return text
  return item.hidden == null ? 'Shared an image' : `Hidden by a league admin: ${item.hidden.reason}`
}

/** Empty for an item that is hidden from the user. */
function contentOf(item: FeedItem): string {
  switch (item.type) {
    case 'post':
      return item.content || sharedText(item.media ?? [])
    case 'proposal':
      return item.question && `Proposal: ${item.question}`
    case 'media':
      return item.url && sharedText([item])
  }
}

function sharedText(media: readonly { kind: 'image' | 'video' }[]): string {
  if (media.length > 1) return `Shared ${media.length} images and videos`
  return media[0] === undefined ? '' : `Shared ${media[0].kind === 'video' ? 'a video' : 'an image'}`
}
