/** The content type of every thumbnail, whatever the type of the image. */
export const THUMBNAIL_TYPE = 'image/webp'

/** The key of the thumbnail that the media grid shows. */
export function thumbnailKeyOf(fileKey: string): string {
  return `${fileKey}-grid`
}

/** The key of the original file, given its own key or the key of its thumbnail. */
export function fileKeyOf(key: string): string {
  return key.replace(/-grid$/, '')
}
