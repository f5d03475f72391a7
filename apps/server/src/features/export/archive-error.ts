import { ApiError } from '../../http/api-error.ts'

/** Why an archive cannot be imported, as a sentence for people. */
export function archiveError(sentence: string, cause?: unknown): ApiError {
  return new ApiError('archive_unreadable', { message: sentence, cause })
}

export const ARCHIVE_DAMAGED = 'The archive is damaged, or was changed by hand.'
export const ARCHIVE_TOO_NEW =
  'The archive was made by a newer release of Fieldhouse. Update this server first.'
export const NOT_AN_ARCHIVE =
  'That file is no archive of a league. Choose one that was exported here or elsewhere.'
