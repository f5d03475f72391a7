import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
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
  const swipe = useSwipe((direction) => showAdjacent(direction))
  const item = media[index]

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
          {item === undefined ? null : (
            <>
              <strong>{item.user}</strong> <RelativeTime at={item.created_at} />
            </>
          )}
        </Text>
        <IconButton icon={X} iconSize={24} label="Close" onClick={() => dialog.current?.close()} />
      </Row>
      <div className={styles.stage} {...swipe}>
        {item === undefined ? null : <MediaStage key={item.id} media={item} />}
      </div>
      {item === undefined ? null : (
        <div className={styles.below}>
          {item.caption === undefined || item.caption === '' ? null : (
            <p className={styles.caption}>{item.caption}</p>
          )}
          {children === undefined ? null : <div className={styles.discussion}>{children(item)}</div>}
        </div>
      )}
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

const MIN_SWIPE_PX = 48

const VIDEO_CONTROLS_PX = 64

/** Detects horizontal touch swipes: 1 is a swipe to the left (next item), -1 to the right (previous item). */
function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      const { pointerType, isPrimary, clientX, clientY } = event
      const isSwipe = pointerType === 'touch' && isPrimary && !isOnControls(event)
      start.current = isSwipe ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const origin = start.current
      start.current = null
      if (origin === null) return
      const [dx, dy] = [clientX - origin.x, clientY - origin.y]
      if (Math.abs(dx) >= MIN_SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** Whether the event is on a video's native controls, where dragging seeks. */
function isOnControls({ target, clientY }: PointerEvent): boolean {
  return (
    target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS_PX
  )
}
