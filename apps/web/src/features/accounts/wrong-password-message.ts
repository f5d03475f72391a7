import { ApiError } from '../../api/api-error.ts'

/** The field error for a wrong current password; undefined for any other error. */
export function wrongPasswordMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'password_incorrect' ? error.message : undefined
}
