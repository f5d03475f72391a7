import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'

it('has a few fields with short texts, however much was wrong with a request', () => {
  const long = 'x'.repeat(2_000)
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index} ${long}`, long]))
  const { body } = new ApiError('invalid_input', { message: long, fields })
  expect(Object.keys(body.fields ?? {})).toHaveLength(100)
  expect(JSON.stringify(body).length).toBeLessThan(150_000)
})
