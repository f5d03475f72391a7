import { ApiError } from '../../http/api-error.ts'

/** Why a league whose work is still open is not backfilled. */
export const JOB_RUNNING_MESSAGES = {
  refresh: 'This league is being refreshed. Try again in a moment.',
  backfill: 'Past seasons of this league are being read already.',
} as const

/** The season that a backfill goes up to: the current one where none is asked for. Throws for seasons that are still to come. */
export function resolveEndSeason(start: number, end: number | null, current: number): number {
  const sentence = `The newest season is ${current}.`
  if (end !== null && end > current)
    throw new ApiError('invalid_input', { message: sentence, fields: { end: sentence } })
  if (start > current) throw new ApiError('invalid_input', { message: sentence, fields: { start: sentence } })
  return end ?? current
}
