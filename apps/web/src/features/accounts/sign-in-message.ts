import { CallError, messageOf } from '../../api/call-error.ts'

/** What to tell a person whose sign-in failed. Source: specification, 8 "Login". */
export function signInMessage(error: unknown): string {
  const isWrong =
    error instanceof CallError &&
    (error.code === 'invalid_credentials' || error.message === 'Invalid credentials')
  return isWrong ? 'Invalid username or password.' : messageOf(error, 'Sign-in failed')
}
