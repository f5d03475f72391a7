import { MAX_MEDIA_FILES } from '@fieldhouse/contract/media'
import { ApiError, invalidField } from '../../../http/errors/api-error.ts'
import type { UploadForm } from '../../../http/multipart/uploads.ts'

/** Exact texts. Source: decisions, 8; specification, 5. */
const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_MEDIA_MESSAGE = 'Only images and videos can be uploaded.'

export function tooLargeError(cause?: unknown): ApiError {
  return new ApiError('too_large', { message: TOO_LARGE_MESSAGE, cause })
}

export function unsupportedMediaError(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { message: UNSUPPORTED_MEDIA_MESSAGE, cause })
}

export const MEDIA_FORM: Omit<UploadForm, 'maxFileBytes'> = {
  field: 'files',
  maxFiles: MAX_MEDIA_FILES,
  notMultipart: UNSUPPORTED_MEDIA_MESSAGE,
  noFiles: 'Choose at least one file.',
  fileTooLarge: () => TOO_LARGE_MESSAGE,
  wrongField: () => invalidField('files', "Upload the files in the form field 'files'."),
  tooManyFiles: () => invalidField('files', `Upload at most ${MAX_MEDIA_FILES} files at a time.`),
}
