import { ImageOff, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { gridImageUrl, type Media } from '../use-feed.ts'
import styles from './media.module.css'

const NO_PREVIEW = 'Preview unavailable'

type Props = {
  file: Pick<Media, 'kind' | 'url'>
  label: string
  children?: ReactNode
  onOpen: () => void
}

export function MediaTile({ file: { kind, url }, label, children, onOpen }: Props) {
  const [isBroken, setBroken] = useState(false)
  const hasNoPreview = isBroken && kind === 'image'
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={hasNoPreview ? `${label}, ${NO_PREVIEW.toLowerCase()}` : label}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {isBroken ? null : kind === 'video' ? (
        // The start time makes browsers show a frame; some show nothing without it.
        <video
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          onError={() => setBroken(true)}
        />
      ) : (
        <img
          src={gridImageUrl({ url })}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      {hasNoPreview ? (
        <span className={styles.broken}>
          <ImageOff size={24} aria-hidden="true" />
          {NO_PREVIEW}
        </span>
      ) : null}
      {kind === 'video' ? (
        <span className={styles.play}>
          <Play size={26} aria-hidden="true" />
        </span>
      ) : null}
      {children}
    </button>
  )
}
