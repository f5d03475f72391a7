import type { Media } from './use-feed.ts'

type Props = { media: Media; onBroken: () => void }

/** The thumbnail of an image, or the first frame of a video. */
export function MediaPreview({ media, onBroken }: Props) {
  if (media.kind === 'video') {
    // The start time makes browsers show a frame; some show nothing without it.
    const frame = `${media.url}#t=0.1`
    return <video src={frame} preload="metadata" muted playsInline tabIndex={-1} onError={onBroken} />
  }
  return (
    <img
      src={gridImageUrl(media)}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      onError={onBroken}
    />
  )
}

/** The URL of an image's thumbnail for the grid. */
export function gridImageUrl({ url }: Pick<Media, 'url'>): string {
  return `${url}?size=grid`
}
