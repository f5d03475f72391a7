import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser } from '../../auth/access.ts'
import { PICTURE_TYPE } from '../../database/portability/list-media-files.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm, uploadQueue } from '../../http/requests/uploads.ts'
import { ImageError, ImageTooLargeError, NotAnImageError } from '../../media/image-errors.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { storePictureFile } from '../../media/owner-pictures.ts'
import { toSmallJpeg } from '../../media/to-small-jpeg.ts'

const NO_PICTURE = 'Choose a picture.'

const PICTURE_FORM: Omit<UploadForm, 'maxFileBytes'> = {
  field: 'file',
  maxFiles: 1,
  notMultipart: 'Send the picture as multipart/form-data.',
  noFiles: NO_PICTURE,
  fileTooLarge: () => 'That file is too large for the server limit.',
  wrongField: () => invalidField('file', NO_PICTURE),
  tooManyFiles: null,
}

export type PictureFileOptions = {
  files: MediaStore
  /** Maximum size of an uploaded file, in bytes. */
  maxUploadBytes: number
}

/**
 * Stores the uploaded picture of a form as a JPEG with a longer side of at most `maxSide` pixels, and runs `work` with
 * its key. `work` returns the key of the file that it replaces, if any, which is removed; null without one. If `work`
 * fails, the new file is removed. Returns the key of the new file. Throws an ApiError for an unusable form or image.
 */
export async function withUploadedPicture(
  request: FastifyRequest,
  { files, maxUploadBytes }: PictureFileOptions,
  maxSide: number,
  work: (fileKey: string) => Promise<string | null>,
): Promise<string> {
  const [{ bytes }] = await readUploads(request, { ...PICTURE_FORM, maxFileBytes: maxUploadBytes })
  const { userId } = currentUser(request)
  const picture = await uploadQueue.run(String(userId), () => toSmallJpeg(bytes, maxSide)).catch(rejectImage)
  const fileKey = await storePictureFile(files, picture)
  try {
    await removePictureFile(request, files, await work(fileKey))
    return fileKey
  } catch (error) {
    await removePictureFile(request, files, fileKey)
    throw error
  }
}

/** The daily cleanup job removes a file that this fails to remove. */
export async function removePictureFile(
  request: FastifyRequest,
  files: MediaStore,
  fileKey: string | null,
): Promise<void> {
  if (fileKey === null) return
  await files
    .remove(fileKey)
    .catch((error: unknown) => request.log.warn({ err: error }, 'failed to remove a picture'))
}

export function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply
    .type(PICTURE_TYPE)
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .send(picture)
}

/** Throws an ApiError for an unusable image. */
function rejectImage(cause: unknown): never {
  if (!(cause instanceof ImageError)) throw cause
  if (cause instanceof ImageTooLargeError) {
    const message = 'That image has too many pixels. Choose a smaller one.'
    throw new ApiError('too_large', { message, cause })
  }
  const message =
    cause instanceof NotAnImageError
      ? 'Only images can be uploaded.'
      : "That image couldn't be read. Try a different file."
  throw new ApiError('unsupported_media_type', { message, cause })
}
