import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { itemKey, type Media } from '../use-feed.ts'
import styles from './media.module.css'
import { MediaTile } from './media-tile.tsx'

export function MediaCard(props: CardProps<Media>) {
  const { item: media, onOpen } = props
  const description = media.alt_text ? `: ${media.alt_text}` : ''
  return (
    <FeedCard {...props} label={`${media.kind === 'image' ? 'Image' : 'Video'} by ${media.user}`}>
      <div className={styles.grid}>
        <MediaTile
          file={media}
          label={`Open ${media.kind} by ${media.user}${description}`}
          onOpen={() => onOpen(itemKey(media))}
        />
      </div>
      {media.caption === undefined || media.caption === '' ? null : <p>{media.caption}</p>}
    </FeedCard>
  )
}
