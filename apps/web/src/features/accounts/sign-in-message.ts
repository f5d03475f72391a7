import { CallError } from '../../api/call-error.ts'

/** What to tell a person whose sign-in failed. Source: specification, 8 "Login". */
export function signInMessage(error: unknown): string {
  if (!(error instanceof CallError)) return 'Sign-in failed'
  const isWrong = error.code === 'invalid_credentials' || error.message === 'Invalid credentials'
  return isWrong ? 'Invalid username or password.' : error.message
}
