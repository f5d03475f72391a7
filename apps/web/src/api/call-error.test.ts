import { expect, it } from 'vitest'
import { CallError, callErrorFrom, messageOf, reasonOf, wholeMessageOf } from './call-error.ts'

const UNREACHED = new CallError({ status: 0, code: 'no_answer', message: 'Nobody answered.' })

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
  'says %s where the server says nothing',
  (fallback) => {
    expect(messageOf(new Error('boom'), fallback)).toBe(fallback)
    expect(messageOf(UNREACHED, fallback)).toBe(`${fallback}. Nobody answered.`)
    expect(messageOf(UNREACHED, `${fallback}.`)).toBe(`${fallback}. Nobody answered.`)
    expect(messageOf(callErrorFrom(409, { error: 'Taken.' }), fallback)).toBe('Taken.')
  },
)

it('gives the reason alone where what failed is said already', () => {
  expect(reasonOf(UNREACHED)).toBe('Nobody answered.')
  expect(reasonOf(callErrorFrom(409, { error: 'Taken.' }))).toBe('Taken.')
  expect(reasonOf(new Error('boom'))).toBe('The page could not read the answer.')
})

it('says of a form nothing that one of its fields says', () => {
  const failed = (fields: Record<string, string>) => callErrorFrom(400, { error: 'Too short.', fields })
  expect(wholeMessageOf(failed({ password: 'Too short.' }), 'Failed')).toBeNull()
  expect(wholeMessageOf(failed({ password: 'Too common.' }), 'Failed')).toBe('Too short.')
})
