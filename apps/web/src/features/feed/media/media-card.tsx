import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { itemKey, type Media } from '../use-feed.ts'
import styles from './media.module.css'
import { MediaTile } from './media-tile.tsx'

const LABELS: Record<Media['kind'], { card: (user: string) => string; open: (user: string) => string }> = {
  image: { card: (user) => `Image by ${user}`, open: (user) => `Open image by ${user}` },
  video: { card: (user) => `Video by ${user}`, open: (user) => `Open video by ${user}` },
}

export function MediaCard(props: CardProps<Media>) {
  const { item: media, onOpen } = props
  const labels = LABELS[media.kind]
  const description = media.alt_text ? `: ${media.alt_text}` : ''
  return (
    <FeedCard {...props} label={labels.card(media.user)}>
      <div className={styles.grid}>
        <MediaTile
          file={media}
          label={`${labels.open(media.user)}${description}`}
          onOpen={() => onOpen(itemKey(media))}
        />
      </div>
      {media.caption === undefined || media.caption === '' ? null : <p>{media.caption}</p>}
    </FeedCard>
  )
}
