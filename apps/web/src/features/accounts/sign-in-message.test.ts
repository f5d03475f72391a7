import { expect, it } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { signInMessage } from './sign-in-message.ts'

it('says that name or password is wrong', () => {
  const error = new CallError({ status: 401, code: 'invalid_credentials', message: 'Invalid credentials' })
  expect(signInMessage(error)).toBe('Invalid username or password.')
})

it('passes on every other sentence of the server', () => {
  const message = 'Too many attempts. Try again in 7 minutes.'
  expect(signInMessage(new CallError({ status: 429, code: 'too_many_attempts', message }))).toBe(message)
})

it('has a sentence for a failure that is not of the call', () => {
  expect(signInMessage(new Error('boom'))).toBe('Sign-in failed')
})
