/** What the grid's pictures are, whatever the picture was. */
export const THUMBNAIL_TYPE = 'image/webp'

/** The key under which the grid's picture of a medium is kept. */
export function thumbnailKeyOf(fileKey: string): string {
  return `${fileKey}-grid`
}

/** The key of the medium that a kept file belongs to. */
export function fileKeyOf(key: string): string {
  return key.replace(/-grid$/, '')
}
