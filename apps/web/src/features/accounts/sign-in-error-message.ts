import { ApiError, getErrorMessage } from '../../api/api-error.ts'

/** What to tell a person whose sign-in failed. Source: specification, 8 "Login". */
export function signInErrorMessage(error: unknown): string {
  const isWrong =
    error instanceof ApiError &&
    (error.code === 'invalid_credentials' || error.message === 'Invalid credentials')
  return isWrong ? 'Invalid username or password.' : getErrorMessage(error, 'Sign-in failed')
}
