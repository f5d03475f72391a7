import { expect, it } from 'vitest'
import { ApiError, getErrorMessage, getErrorReason, getFormErrorMessage, toApiError } from './api-error.ts'

const UNREACHABLE = new ApiError({ status: 0, code: 'no_answer', message: 'Nobody answered.' })

it.each([
  [{ error: 'First.', message: 'Second.' }, 'First.'],
  [{ message: 'Second.' }, 'Second.'],
  [{ error: 7 }, 'HTTP 409'],
  ['text', 'HTTP 409'],
  [undefined, 'HTTP 409'],
])('reads what %j says', (body, message) => {
  expect(toApiError(409, body).message).toBe(message)
})

it.each(['Registration failed', 'Request failed', 'Reset failed'])(
  'says %s where the server says nothing',
  (fallback) => {
    expect(getErrorMessage(new Error('boom'), fallback)).toBe(fallback)
    expect(getErrorMessage(UNREACHABLE, fallback)).toBe(`${fallback}. Nobody answered.`)
    expect(getErrorMessage(UNREACHABLE, `${fallback}.`)).toBe(`${fallback}. Nobody answered.`)
    expect(getErrorMessage(toApiError(409, { error: 'Taken.' }), fallback)).toBe('Taken.')
  },
)

it('gives the reason alone where what failed is said already', () => {
  expect(getErrorReason(UNREACHABLE)).toBe('Nobody answered.')
  expect(getErrorReason(toApiError(409, { error: 'Taken.' }))).toBe('Taken.')
  expect(getErrorReason(new Error('boom'))).toBe('The page could not read the answer.')
})

it('says of a form nothing that one of its fields says', () => {
  const failed = (fields: Record<string, string>) => toApiError(400, { error: 'Too short.', fields })
  expect(getFormErrorMessage(failed({ password: 'Too short.' }), 'Failed')).toBeNull()
  expect(getFormErrorMessage(failed({ password: 'Too common.' }), 'Failed')).toBe('Too short.')
})
