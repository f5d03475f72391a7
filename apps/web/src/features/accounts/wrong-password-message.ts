import { ApiError } from '../../api/api-error.ts'

/** What stands beside the field when the current password was wrong; undefined when that was not it. */
export function wrongPasswordMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'password_incorrect' ? error.message : undefined
}
