import { ApiError } from '../../http/errors/api-error.ts'

/** Error messages for a backfill of a league that already has an unfinished job, by kind of job. */
export const JOB_RUNNING_MESSAGES = {
  refresh: 'This league is being refreshed. Try again in a moment.',
  backfill: 'A backfill of this league is already running.',
} as const

/** Returns the last season of a backfill: `end`, or the current season. Throws for future seasons. */
export function resolveEndSeason(start: number, end: number | null, current: number): number {
  const message = `The latest season is ${current}.`
  if (end !== null && end > current)
    throw new ApiError('invalid_input', { message, fields: { end: message } })
  if (start > current) throw new ApiError('invalid_input', { message, fields: { start: message } })
  return end ?? current
}
