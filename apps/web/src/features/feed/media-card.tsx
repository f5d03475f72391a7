import { ImageOff, Play } from 'lucide-react'
import { useState } from 'react'
import type { CardProps } from './card-props.ts'
import { FeedCard } from './feed-card.tsx'
import { ItemActions } from './item-actions.tsx'
import styles from './media-card.module.css'
import { MediaPreview } from './media-preview.tsx'
import { itemKey, type Media } from './use-feed.ts'

const LABELS: Record<Media['kind'], { card: (user: string) => string; open: (user: string) => string }> = {
  image: { card: (user) => `Image by ${user}`, open: (user) => `Open image by ${user}` },
  video: { card: (user) => `Video by ${user}`, open: (user) => `Open video by ${user}` },
}

export function MediaCard({ item: media, ...props }: CardProps<Media>) {
  const { now, onOpen } = props
  const [isBroken, setBroken] = useState(false)
  const labels = LABELS[media.kind]
  return (
    <FeedCard
      label={labels.card(media.user)}
      item={media}
      now={now}
      actions={<ItemActions item={media} {...props} />}
    >
      <button
        type="button"
        className={styles['open']}
        aria-label={labels.open(media.user)}
        aria-haspopup="dialog"
        onClick={() => onOpen(itemKey(media))}
      >
        {isBroken ? null : <MediaPreview media={media} onBroken={() => setBroken(true)} />}
        {isBroken && media.kind === 'image' ? (
          <span className={styles['broken']}>
            <ImageOff size={24} aria-hidden="true" />
            Preview unavailable
          </span>
        ) : null}
        {media.kind === 'video' ? (
          <span className={styles['play']}>
            <Play size={26} aria-hidden="true" />
          </span>
        ) : null}
      </button>
    </FeedCard>
  )
}
