import { ApiError } from '../../../api/api-error.ts'

export type Upload = {
  /** A UUID. It is also the key of the file on the device. */
  id: string
  name: string
  /** The content type, such as `image/png`. */
  type: string
  /** In bytes. */
  size: number
  /** Null after a reload, while it is read from the device, and if it is not there. */
  file: File | null
  /** Object URL of the file, for the thumbnail; empty without a file. */
  preview: string
  /** Only a file of a post waits for the network, and stays in the list when it is `uploaded`. */
  state: 'selected' | 'queued' | 'uploading' | 'waiting' | 'uploaded' | 'failed'
  /** The fraction that has been sent, 0 to 1. */
  progress: number
  problem: string | null
  canRetry: boolean
  /** Names the uploaded file in the post; empty before. */
  key: string
  /** When it was uploaded for a post, in milliseconds since the epoch; null before. */
  uploadedAt: number | null
  /** Whether a reload finds the file on the device; null before that is known. */
  isOnDevice: boolean | null
  caption: string
  altText: string
}

export const MAX_CAPTION_LENGTH = 300
export const MAX_ALT_TEXT_LENGTH = 1000

/** The file types that the file picker offers. Source: decisions, 8. */
export const ACCEPTED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
].join(',')

const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_TYPE_MESSAGE = 'Only images and videos can be uploaded.'
const FAILED_MESSAGE = 'Upload failed.'

/** Creates an upload for a selected file. It has already failed if the file is neither image nor video. */
export function createUpload(id: string, file: File, preview: string): Upload {
  const isMedia = file.type === '' || (/^(?:image|video)\//.test(file.type) && file.type !== 'image/svg+xml')
  return {
    id,
    name: file.name,
    type: file.type,
    size: file.size,
    file,
    preview,
    progress: 0,
    state: isMedia ? 'selected' : 'failed',
    problem: isMedia ? null : UNSUPPORTED_TYPE_MESSAGE,
    canRetry: isMedia,
    key: '',
    uploadedAt: null,
    isOnDevice: null,
    caption: '',
    altText: '',
  }
}

/** The state of an upload after an error. Source: specification, 8. */
export function toFailedState(error: unknown): Pick<Upload, 'state' | 'progress' | 'problem' | 'canRetry'> {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' }
  const [problem, canRetry] = describeFailure(status, message)
  return { state: 'failed', progress: 0, problem, canRetry }
}

function describeFailure(status: number, message: string): readonly [problem: string, canRetry: boolean] {
  switch (status) {
    case 413:
      return [TOO_LARGE_MESSAGE, false]
    case 415:
      return [UNSUPPORTED_TYPE_MESSAGE, false]
    case 429:
    case 507:
      return [`${FAILED_MESSAGE} ${message}`, true]
    default:
      return [FAILED_MESSAGE, true]
  }
}
