import { ImageOff, Play } from 'lucide-react'
import { useState } from 'react'
import { type CardProps, FeedCard } from '../card/feed-card.tsx'
import { Reactions } from '../comments/reactions.tsx'
import { ReactionBar } from '../posts/reactions.tsx'
import { gridImageUrl, itemKey, type Media } from '../use-feed.ts'
import styles from './media-card.module.css'

const LABELS: Record<Media['kind'], { card: (user: string) => string; open: (user: string) => string }> = {
  image: { card: (user) => `Image by ${user}`, open: (user) => `Open image by ${user}` },
  video: { card: (user) => `Video by ${user}`, open: (user) => `Open video by ${user}` },
}

const NO_PREVIEW = 'Preview unavailable'

export function MediaCard(props: CardProps<Media>) {
  const { item: media, league, user, onOpen } = props
  const [isBroken, setBroken] = useState(false)
  const labels = LABELS[media.kind]
  const hasNoPreview = isBroken && media.kind === 'image'
  return (
    <FeedCard {...props} label={labels.card(media.user)}>
      <button
        type="button"
        className={styles.open}
        aria-label={`${labels.open(media.user)}${hasNoPreview ? `, ${NO_PREVIEW.toLowerCase()}` : ''}`}
        aria-haspopup="dialog"
        onClick={() => onOpen(itemKey(media))}
      >
        {isBroken ? null : <MediaPreview media={media} onBroken={() => setBroken(true)} />}
        {hasNoPreview ? (
          <span className={styles.broken}>
            <ImageOff size={24} aria-hidden="true" />
            {NO_PREVIEW}
          </span>
        ) : null}
        {media.kind === 'video' ? (
          <span className={styles.play}>
            <Play size={26} aria-hidden="true" />
          </span>
        ) : null}
      </button>
      {media.caption === undefined || media.caption === '' ? null : <p>{media.caption}</p>}
      <Reactions league={league} item={media} user={user} canDeleteAll={props.canPin}>
        <ReactionBar
          league={league}
          subject={{ type: 'media', id: media.id }}
          name={`${media.kind} by ${media.user}`}
          given={media}
        />
      </Reactions>
    </FeedCard>
  )
}

type MediaPreviewProps = { media: Media; onBroken: () => void }

/** The thumbnail of an image, or the first frame of a video. */
function MediaPreview({ media, onBroken }: MediaPreviewProps) {
  if (media.kind === 'video') {
    // The start time makes browsers show a frame; some show nothing without it.
    const frame = `${media.url}#t=0.1`
    return <video src={frame} preload="metadata" muted playsInline tabIndex={-1} onError={onBroken} />
  }
  return (
    <img
      src={gridImageUrl(media)}
      alt={media.alt_text ?? ''}
      draggable={false}
      loading="lazy"
      decoding="async"
      onError={onBroken}
    />
  )
}
