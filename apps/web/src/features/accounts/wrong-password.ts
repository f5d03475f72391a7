import { CallError } from '../../api/call-error.ts'

/** What stands beside the field when the current password was wrong; undefined when that was not it. */
export function wrongPassword(error: unknown): string | undefined {
  return error instanceof CallError && error.code === 'password_incorrect' ? error.message : undefined
}
