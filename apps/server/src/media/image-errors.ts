export class ImageError extends Error {
  override name = 'ImageError'
}

export class NotAnImageError extends ImageError {
  override name = 'NotAnImageError'
}

/** The file is not a valid image: it is damaged or truncated, or only its header looks like an image. */
export class UnreadableImageError extends ImageError {
  override name = 'UnreadableImageError'
}

export class ImageTooLargeError extends ImageError {
  override name = 'ImageTooLargeError'
}
