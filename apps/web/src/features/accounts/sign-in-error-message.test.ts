import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { signInErrorMessage } from './sign-in-error-message.ts'

it('says that name or password is wrong', () => {
  const error = new ApiError({ status: 401, code: 'invalid_credentials', message: 'Invalid credentials' })
  expect(signInErrorMessage(error)).toBe('Invalid username or password.')
})

it('passes on every other sentence of the server', () => {
  const message = 'Too many attempts. Try again in 7 minutes.'
  expect(signInErrorMessage(new ApiError({ status: 429, code: 'too_many_attempts', message }))).toBe(message)
})

it('has a sentence for a failure that is not of the call', () => {
  expect(signInErrorMessage(new Error('boom'))).toBe('Sign-in failed')
})
