import { ApiError, getErrorMessage } from '../../../api/api-client.ts'

/** The message for a failed sign-in. Source: specification, 8 "Login". */
export function signInErrorMessage(error: unknown): string {
  const isInvalidCredentials =
    error instanceof ApiError &&
    (error.code === 'invalid_credentials' || error.message === 'Invalid credentials')
  return isInvalidCredentials ? 'Invalid username or password.' : getErrorMessage(error, 'Sign-in failed')
}
