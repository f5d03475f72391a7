import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { MediaStage } from './media-stage.tsx'
import styles from './media-viewer.module.css'
import { itemKey, type Media } from './use-feed.ts'
import { useSwipe } from './use-swipe.ts'

type Props = {
  media: readonly Media[]
  /** The index in `media` of the shown item. */
  index: number
  now: Date
  onMove: (key: string) => void
  onClose: () => void
}

/** Full-screen viewer for images and videos, navigated with buttons, arrow keys, or swipes. */
export function MediaViewer({ media, index, now, onMove, onClose }: Props) {
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
    // A focused video uses the arrow keys to seek.
    if (event.target instanceof HTMLVideoElement) return
    if (event.key === 'ArrowLeft') showAdjacent(-1)
    if (event.key === 'ArrowRight') showAdjacent(1)
  }

  return (
    <dialog
      ref={dialog}
      className={styles['viewer']}
      aria-label="Images and videos"
      onClose={onClose}
      onKeyDown={handleKeyDown}
    >
      <header className={styles['header']}>
        <p className={styles['caption']} aria-live="polite">
          <span className={styles['count']}>
            {index + 1} of {media.length}
          </span>{' '}
          {item === undefined ? null : (
            <>
              <span className={styles['user']}>{item.user}</span>{' '}
              <RelativeTime at={item.created_at} now={now} />
            </>
          )}
        </p>
        <IconButton label="Close" className={styles['button'] ?? ''} onClick={() => dialog.current?.close()}>
          <X size={24} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles['stage']} {...swipe}>
        {item === undefined ? null : <MediaStage key={item.id} media={item} />}
      </div>
      <nav className={styles['controls']} aria-label="Images and videos">
        <IconButton
          label="Previous"
          className={styles['button'] ?? ''}
          aria-disabled={index === 0}
          onClick={() => showAdjacent(-1)}
        >
          <ChevronLeft size={28} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Next"
          className={styles['button'] ?? ''}
          aria-disabled={index >= media.length - 1}
          onClick={() => showAdjacent(1)}
        >
          <ChevronRight size={28} aria-hidden="true" />
        </IconButton>
      </nav>
    </dialog>
  )
}
