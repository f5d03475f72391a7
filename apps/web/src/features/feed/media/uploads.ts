import { ApiError } from '../../../api/api-client.ts'

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

const UNSUPPORTED_TYPE_MESSAGE = 'Only images and videos can be uploaded.'

/** What the server never accepts, by the status of its response. */
const REFUSALS: Record<number, string | undefined> = {
  413: 'That file is too large for the server limit.',
  415: UNSUPPORTED_TYPE_MESSAGE,
}

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
  const refusal = REFUSALS[status]
  const reason = status === 429 || status === 507 ? ` ${message}` : ''
  const problem = refusal ?? `Upload failed.${reason}`
  return { state: 'failed', progress: 0, problem, canRetry: refusal === undefined }
}

/** Returns a random UUID. `crypto.randomUUID` does not exist on sites without HTTPS. */
export function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
