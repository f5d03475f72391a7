import { useState } from 'react'
import { gridImageUrl } from './media-preview.tsx'
import styles from './media-viewer.module.css'
import type { Media } from './use-feed.ts'

/** One image or video as large as the screen lets it be. */
export function MediaStage({ media }: { media: Media }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <p className={styles['broken']} role="alert">
        This {media.kind} could not be loaded.
      </p>
    )
  }
  const size = { width: media.width ?? undefined, height: media.height ?? undefined }
  const onError = () => setBroken(true)
  if (media.kind === 'video') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what members film has none
    return <video {...size} src={media.url} controls playsInline preload="metadata" onError={onError} />
  }
  return (
    <img
      {...size}
      src={media.url}
      // The smaller one is there already, and stands in until the whole one has come.
      style={{ backgroundImage: `url(${JSON.stringify(gridImageUrl(media))})` }}
      alt={`By ${media.user}`}
      draggable={false}
      onError={onError}
    />
  )
}
