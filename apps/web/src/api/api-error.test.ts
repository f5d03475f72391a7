import { expect, it } from 'vitest'
import { ApiError, getErrorMessage, getErrorReason, getFormErrorMessage, toApiError } from './api-client.ts'

const UNREACHABLE = new ApiError({ status: 0, code: 'unreachable', message: 'The server is down.' })

it.each([
  [{ error: 'First.', message: 'Second.' }, 'First.'],
  [{ message: 'Second.' }, 'Second.'],
  [{ error: 7 }, 'HTTP 409'],
  ['text', 'HTTP 409'],
  [undefined, 'HTTP 409'],
])('reads the message of the error body %j', (body, message) => {
  expect(toApiError(409, body).message).toBe(message)
})

it.each(['Registration failed', 'Request failed', 'Reset failed'])(
  'shows “%s” unless the server sent a message',
  (fallback) => {
    expect(getErrorMessage(new Error('boom'), fallback)).toBe(fallback)
    expect(getErrorMessage(UNREACHABLE, fallback)).toBe(`${fallback}. The server is down.`)
    expect(getErrorMessage(UNREACHABLE, `${fallback}.`)).toBe(`${fallback}. The server is down.`)
    expect(getErrorMessage(toApiError(409, { error: 'Taken.' }), fallback)).toBe('Taken.')
  },
)

it('returns the reason without a fallback', () => {
  expect(getErrorReason(UNREACHABLE)).toBe('The server is down.')
  expect(getErrorReason(toApiError(409, { error: 'Taken.' }))).toBe('Taken.')
  expect(getErrorReason(new Error('boom'))).toBe('The server sent an unexpected response.')
})

it('omits the form error when a field already shows the same message', () => {
  const fieldError = (fields: Record<string, string>) => toApiError(400, { error: 'Too short.', fields })
  expect(getFormErrorMessage(fieldError({ password: 'Too short.' }), 'Failed')).toBeNull()
  expect(getFormErrorMessage(fieldError({ password: 'Too common.' }), 'Failed')).toBe('Too short.')
})
