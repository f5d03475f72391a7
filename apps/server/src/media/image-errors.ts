/** The file is no picture of its kind: damaged, cut off, or something else under a picture's first bytes. */
export class UnreadableImageError extends Error {
  override name = 'UnreadableImageError'
}

/** The picture has more pixels than are taken. */
export class HugeImageError extends Error {
  override name = 'HugeImageError'
}
