/** Why a file cannot be used as an image. */
export class ImageError extends Error {
  override name = 'ImageError'
}

/** The file is of another type. */
export class NotAnImageError extends ImageError {
  override name = 'NotAnImageError'
}

/** The file is not a valid image: it is damaged or truncated, or only its header looks like an image. */
export class UnreadableImageError extends ImageError {
  override name = 'UnreadableImageError'
}

/** The image has more pixels than allowed. */
export class ImageTooLargeError extends ImageError {
  override name = 'ImageTooLargeError'
}
