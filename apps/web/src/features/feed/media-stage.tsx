import { useState } from 'react'
import { gridImageUrl } from './media-preview.tsx'
import styles from './media-viewer.module.css'
import type { Media } from './use-feed.ts'

const LOAD_ERRORS: Record<Media['kind'], string> = {
  image: 'Failed to load this image. Close it and try again.',
  video: 'Failed to load this video. Close it and try again.',
}

/** One image or video, as large as fits the screen. */
export function MediaStage({ media }: { media: Media }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <p className={styles['broken']} role="alert">
        {LOAD_ERRORS[media.kind]}
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
      alt={`Shared by ${media.user}`}
      draggable={false}
      onError={onError}
    />
  )
}
