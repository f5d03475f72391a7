import type { Media } from './use-feed.ts'

type Props = { media: Media; onBroken: () => void }

/** An image made smaller, or a frame of a video. */
export function MediaPreview({ media, onBroken }: Props) {
  if (media.kind === 'video') {
    // The moment makes browsers show a frame where they would else show nothing.
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

/** The address of an image made smaller. */
export function gridImageUrl({ url }: Pick<Media, 'url'>): string {
  return `${url}?size=grid`
}
