import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { useSwipe } from '../../../ui/navigation/use-swipe.ts'
import ui from '../../../ui/ui.module.css'
import { gridImageUrl, itemKey, type Media } from '../use-feed.ts'
import styles from './media.module.css'

/** What the viewer shows: an upload, or a file of a post. */
type ViewedMedia = Pick<
  Media,
  'type' | 'id' | 'kind' | 'url' | 'width' | 'height' | 'user' | 'created_at' | 'caption' | 'alt_text'
>

type Props = {
  media: readonly ViewedMedia[]
  index: number
  onMove: (key: string) => void
  onClose: () => void
  children?: (item: ViewedMedia) => ReactNode
}

export function MediaViewer({ media, index, onMove, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const swipe = useSwipe(showAdjacent)
  const item = media[index]
  if (item === undefined) return null

  function showAdjacent(step: 1 | -1) {
    const next = media[index + step]
    if (next !== undefined) onMove(itemKey(next))
  }

  function handleKeyDown(event: KeyboardEvent) {
    // A focused video uses the arrow keys to seek, and a field to move in its text.
    if (event.target instanceof HTMLVideoElement || event.target instanceof HTMLTextAreaElement) return
    if (event.key === 'ArrowLeft') showAdjacent(-1)
    if (event.key === 'ArrowRight') showAdjacent(1)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Images and videos"
      onClose={onClose}
      onKeyDown={handleKeyDown}
    >
      <Row as="header" isSpread gap={3} className={styles.viewerHeader}>
        <Text as="p" size="s" className={ui.breakable} aria-live="polite">
          <Text isNumeric size="m" weight={600}>
            {index + 1} of {media.length}
          </Text>{' '}
          <strong>{item.user}</strong> <RelativeTime at={item.created_at} />
        </Text>
        <IconButton icon={X} iconSize={24} label="Close" onClick={() => dialog.current?.close()} />
      </Row>
      <div
        className={styles.stage}
        onTouchStart={(event) => isOnControls(event) || swipe.onTouchStart(event)}
        onTouchEnd={swipe.onTouchEnd}
      >
        <MediaStage key={item.id} media={item} />
      </div>
      <div className={styles.below}>
        {item.caption === undefined || item.caption === '' ? null : (
          <p className={styles.caption}>{item.caption}</p>
        )}
        {children === undefined ? null : <div className={styles.discussion}>{children(item)}</div>}
      </div>
      <nav className={styles.controls} aria-label="Images and videos">
        <IconButton
          icon={ChevronLeft}
          iconSize={28}
          label="Previous"
          aria-disabled={index === 0}
          onClick={() => showAdjacent(-1)}
        />
        <IconButton
          icon={ChevronRight}
          iconSize={28}
          label="Next"
          aria-disabled={index >= media.length - 1}
          onClick={() => showAdjacent(1)}
        />
      </nav>
    </dialog>
  )
}

function MediaStage({ media }: { media: ViewedMedia }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <p className={styles.caption} role="alert">
        Failed to load this {media.kind}. Close it and try again.
      </p>
    )
  }
  const size = { width: media.width ?? undefined, height: media.height ?? undefined }
  const onError = () => setBroken(true)
  if (media.kind === 'video') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- members’ videos have no captions
    return <video {...size} src={media.url} controls playsInline preload="metadata" onError={onError} />
  }
  return (
    <img
      {...size}
      src={media.url}
      // The thumbnail is already cached and fills the space until the full image has loaded.
      style={{ backgroundImage: `url(${JSON.stringify(gridImageUrl(media))})` }}
      alt={media.alt_text || `Shared by ${media.user}`}
      draggable={false}
      onError={onError}
    />
  )
}

const VIDEO_CONTROLS_PX = 64

/** Whether the event is on a video's native controls, where dragging seeks. */
function isOnControls({ target, touches }: TouchEvent): boolean {
  const { clientY = 0 } = touches[0] ?? {}
  return (
    target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS_PX
  )
}
