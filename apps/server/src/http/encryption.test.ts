import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCipher } from './encryption.ts'

const KEY = 'a secret key of at least 32 bytes'
const cipher = createCipher(KEY, 'tests')

it('opens what it closed, and shows nothing of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (text) => {
      const sealed = cipher.encrypt(text, 'league 1')
      expect(cipher.decrypt(sealed, 'league 1')).toBe(text)
      expect(sealed).not.toContain(text)
    }),
    { numRuns: 50 },
  )
})

it('closes the same text differently each time', () => {
  expect(cipher.encrypt('text', 'league 1')).not.toBe(cipher.encrypt('text', 'league 1'))
})

it('does not open with another key, for another purpose or about something else', () => {
  const sealed = cipher.encrypt('text', 'league 1')
  expect(createCipher(`${KEY}!`, 'tests').decrypt(sealed, 'league 1')).toBe(null)
  expect(createCipher(KEY, 'other').decrypt(sealed, 'league 1')).toBe(null)
  expect(cipher.decrypt(sealed, 'league 2')).toBe(null)
})

it.each([
  ['its nonce', 1],
  ['its tag', 2],
  ['its text', 3],
])('does not open when %s was changed', (_, part) => {
  const parts = cipher.encrypt('a text to be changed', 'league 1').split('.')
  const bytes = Buffer.from(parts[part] ?? '', 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  parts[part] = bytes.toString('base64url')
  expect(cipher.decrypt(parts.join('.'), 'league 1')).toBe(null)
})

it.each(['', 'v1', 'v1...', 'v2.a.b.c', 'v1.%%%.!.?', 'text'])('does not open %j', (text) => {
  expect(cipher.decrypt(text, 'league 1')).toBe(null)
})
