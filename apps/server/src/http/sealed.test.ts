import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sealWith } from './sealed.ts'

const KEY = 'a secret key of at least 32 bytes'
const seal = sealWith(KEY, 'tests')

it('opens what it closed, and shows nothing of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (text) => {
      const sealed = seal.close(text, 'league 1')
      expect(seal.open(sealed, 'league 1')).toBe(text)
      expect(sealed).not.toContain(text)
    }),
    { numRuns: 50 },
  )
})

it('closes the same text differently each time', () => {
  expect(seal.close('text', 'league 1')).not.toBe(seal.close('text', 'league 1'))
})

it('does not open with another key, for another purpose or about something else', () => {
  const sealed = seal.close('text', 'league 1')
  expect(sealWith(`${KEY}!`, 'tests').open(sealed, 'league 1')).toBe(null)
  expect(sealWith(KEY, 'other').open(sealed, 'league 1')).toBe(null)
  expect(seal.open(sealed, 'league 2')).toBe(null)
})

it.each([
  ['its nonce', 1],
  ['its tag', 2],
  ['its text', 3],
])('does not open when %s was changed', (_, part) => {
  const parts = seal.close('a text to be changed', 'league 1').split('.')
  const bytes = Buffer.from(parts[part] ?? '', 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  parts[part] = bytes.toString('base64url')
  expect(seal.open(parts.join('.'), 'league 1')).toBe(null)
})

it.each(['', 'v1', 'v1...', 'v2.a.b.c', 'v1.%%%.!.?', 'text'])('does not open %j', (text) => {
  expect(seal.open(text, 'league 1')).toBe(null)
})
