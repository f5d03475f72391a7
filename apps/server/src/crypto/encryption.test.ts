import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCipher } from './crypto.ts'

const KEY = 'a secret key of at least 32 bytes'
const cipher = createCipher(KEY, 'tests')

it('decrypts what it encrypted, and the encrypted text does not contain the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (text) => {
      const encrypted = cipher.encrypt(text, 'league 1')
      expect(cipher.decrypt(encrypted, 'league 1')).toBe(text)
      expect(encrypted).not.toContain(text)
    }),
    { numRuns: 50 },
  )
})

it('encrypts the same text differently each time', () => {
  expect(cipher.encrypt('text', 'league 1')).not.toBe(cipher.encrypt('text', 'league 1'))
})

it('does not decrypt with another key, purpose or context', () => {
  const encrypted = cipher.encrypt('text', 'league 1')
  expect(createCipher(`${KEY}!`, 'tests').decrypt(encrypted, 'league 1')).toBe(null)
  expect(createCipher(KEY, 'other').decrypt(encrypted, 'league 1')).toBe(null)
  expect(cipher.decrypt(encrypted, 'league 2')).toBe(null)
})

it.each([
  ['nonce', 1],
  ['tag', 2],
  ['ciphertext', 3],
])('does not decrypt when the %s was modified', (_, part) => {
  const parts = cipher.encrypt('a text to modify', 'league 1').split('.')
  const bytes = Buffer.from(parts[part] ?? '', 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  parts[part] = bytes.toString('base64url')
  expect(cipher.decrypt(parts.join('.'), 'league 1')).toBe(null)
})

it.each(['', 'v1', 'v1...', 'v2.a.b.c', 'v1.%%%.!.?', 'text'])(
  'returns null for the malformed input %j',
  (text) => {
    expect(cipher.decrypt(text, 'league 1')).toBe(null)
  },
)
