import { expect, it } from 'vitest'
import { callErrorFrom, messageOf, wholeMessageOf } from './call-error.ts'

it.each([
  [{ error: 'First.', message: 'Second.' }, 'First.'],
  [{ message: 'Second.' }, 'Second.'],
  [{ error: 7 }, 'HTTP 409'],
  ['text', 'HTTP 409'],
  [undefined, 'HTTP 409'],
])('reads what %j says', (body, message) => {
  expect(callErrorFrom(409, body).message).toBe(message)
})

it.each(['Registration failed', 'Request failed', 'Reset failed'])(
  'says %s for a failure that is not of the call',
  (fallback) => {
    expect(messageOf(new Error('boom'), fallback)).toBe(fallback)
    expect(messageOf(callErrorFrom(409, { error: 'Taken.' }), fallback)).toBe('Taken.')
  },
)

it('says of a form nothing that one of its fields says', () => {
  const failed = (fields: Record<string, string>) => callErrorFrom(400, { error: 'Too short.', fields })
  expect(wholeMessageOf(failed({ password: 'Too short.' }), 'Failed')).toBeNull()
  expect(wholeMessageOf(failed({ password: 'Too common.' }), 'Failed')).toBe('Too short.')
})
