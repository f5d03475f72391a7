import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-client.ts'
import { signInErrorMessage } from './login-screen.tsx'

it('explains invalid credentials', () => {
  const error = new ApiError({ status: 401, code: 'invalid_credentials', message: 'Invalid credentials' })
  expect(signInErrorMessage(error)).toBe('Invalid username or password.')
})

it('returns every other server message unchanged', () => {
  const message = 'Too many attempts. Try again in 7 minutes.'
  expect(signInErrorMessage(new ApiError({ status: 429, code: 'too_many_attempts', message }))).toBe(message)
})

it('returns the fallback for an error that is not an ApiError', () => {
  expect(signInErrorMessage(new Error('boom'))).toBe('Sign-in failed')
})
