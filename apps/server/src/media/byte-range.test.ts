import { expect, it } from 'vitest'
import { parseByteRange } from './media-store.ts'

it.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=900-', { first: 900, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=-100', { first: 900, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=5000-6000', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-1', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=a-b', null],
  ['bytes=9999999999999999999-', null],
  [undefined, null],
])('parses the Range header %j of a 1,000-byte file as %j', (header, range) =>
  expect(parseByteRange(header, 1000)).toEqual(range),
)

it('returns none for an empty file', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('none')
  expect(parseByteRange('bytes=-1', 0)).toBe('none')
})
