import { ApiError } from '../../http/errors/api-error.ts'

/** Creates an error that says why an archive cannot be imported. `message` is shown to users. */
export function archiveError(message: string, cause?: unknown): ApiError {
  return new ApiError('archive_unreadable', { message, cause })
}

export const ARCHIVE_DAMAGED = 'The archive is damaged or was edited by hand.'
export const ARCHIVE_TOO_NEW =
  'The archive was exported from a newer version of Fieldhouse. Update this server first.'
export const NOT_AN_ARCHIVE = "That file isn't a league archive. Choose an archive exported from Fieldhouse."
