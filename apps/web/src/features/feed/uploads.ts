import { ApiError } from '../../api/api-error.ts'

/** A file on its way into the feed. */
export type Upload = {
  id: number
  file: File
  /** An address of the file in this page, for a small picture of it. */
  preview: string
  state: 'chosen' | 'waiting' | 'sending' | 'failed'
  /** The share that has been sent, 0 to 1. */
  progress: number
  /** Why it failed. */
  problem: string | null
  /** Whether the same file can succeed later. */
  canRetry: boolean
}

/** What the picker of files offers. Source: decisions, 8. */
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

const TOO_LARGE = 'That file is too large for the server limit.'
const WRONG_KIND = 'Only images and videos can be uploaded.'
const FAILED = 'Upload failed.'

/** A file that was chosen; one that is plainly neither image nor video is refused at once. */
export function createUpload(id: number, file: File, preview: string): Upload {
  const isMedia = file.type === '' || (/^(?:image|video)\//.test(file.type) && file.type !== 'image/svg+xml')
  return {
    id,
    file,
    preview,
    progress: 0,
    state: isMedia ? 'chosen' : 'failed',
    problem: isMedia ? null : WRONG_KIND,
    canRetry: isMedia,
  }
}

/** How an upload stands that could not be stored. Source: specification, 8. */
export function toFailedState(error: unknown): Pick<Upload, 'state' | 'progress' | 'problem' | 'canRetry'> {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' }
  const [problem, canRetry] = describeFailure(status, message)
  return { state: 'failed', progress: 0, problem, canRetry }
}

function describeFailure(status: number, message: string): readonly [problem: string, canRetry: boolean] {
  switch (status) {
    case 413:
      return [TOO_LARGE, false]
    case 415:
      return [WRONG_KIND, false]
    case 429:
      return [`${FAILED} ${message}`, true]
    default:
      return [FAILED, true]
  }
}
