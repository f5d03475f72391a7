/** The file is not a valid image: it is damaged or truncated, or only its header looks like an image. */
export class UnreadableImageError extends Error {
  override name = 'UnreadableImageError'
}

/** The image has more pixels than allowed. */
export class ImageTooLargeError extends Error {
  override name = 'HugeImageError'
}
