import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCookieFields, parseCookies } from './provider-cookies.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const BARE_SWID = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'
const S2 = `AEB${'abcDEF123+/'.repeat(20)}xyz==`
const ENCODED = encodeURIComponent(S2)
const FOLDED = `${S2.slice(0, 80)}\n${S2.slice(80, 160)}\r\n   ${S2.slice(160)}`

describe('both cookies are found in', () => {
  it.each([
    ['a header', `Cookie: region=unknown; SWID=${SWID}; espn_s2=${ENCODED}; s_cc=true`],
    ['the other order', `espn_s2=${ENCODED}; _cb=1; SWID=${SWID}`],
    ['a header with a decoded value', `SWID=${SWID}; espn_s2=${S2}`],
    ['a value encoded twice', `SWID=${encodeURIComponent(SWID)}; espn_s2=${encodeURIComponent(ENCODED)}`],
    ['no braces', `SWID=${BARE_SWID}; espn_s2=${ENCODED}`],
    ['quotes', `SWID="${SWID}"; espn_s2="${ENCODED}"`],
    ['lines with colons', `SWID: ${SWID}\nespn_s2: ${ENCODED}`],
    ['lines with equals signs', `espn_s2=${S2}\nSWID=${SWID}\n`],
    ['a folded value', `SWID=${SWID}; espn_s2=${FOLDED}`],
    ['a folded value before another cookie', `espn_s2=${FOLDED}\nSWID=${SWID}`],
    ['rows of a table', `SWID\t${SWID}\t.espn.com\t/\nespn_s2\t${ENCODED}\t.espn.com\t/\t2027-01-01`],
    ['JSON of names and values', JSON.stringify({ SWID, espn_s2: ENCODED })],
    [
      'a browser’s export',
      JSON.stringify([
        { name: 'espn_s2', value: ENCODED },
        { name: 'SWID', value: SWID },
      ]),
    ],
    ['bare values', `${SWID}\n${ENCODED}`],
    ['bare values in the other order', `${ENCODED} ${BARE_SWID}`],
    ['names in another case', `swid=${BARE_SWID};ESPN_S2=${ENCODED}`],
  ])('%s', (_, text) => {
    expect(parseCookies(text)).toEqual({ swid: SWID, s2: S2 })
  })
})

describe('one alone is found', () => {
  it.each([
    [SWID, { swid: SWID, s2: null }],
    [` "${BARE_SWID}" `, { swid: SWID, s2: null }],
    [ENCODED, { swid: null, s2: S2 }],
    [FOLDED, { swid: null, s2: S2 }],
    [`espn_s2=${ENCODED}`, { swid: null, s2: S2 }],
  ])('in %j', (text, found) => {
    expect(parseCookies(text)).toEqual(found)
  })
})

it.each([
  '',
  '   ',
  'hello',
  'SWID=; espn_s2=',
  'SWID={not-a-guid}',
  'my_espn_s2=x',
  '%E0%A4%A',
  'espn_s2=short',
])('nothing is found in %j', (text) => {
  expect(parseCookies(text)).toEqual({ swid: null, s2: null })
})

it.each([
  ['as meant', SWID, ENCODED],
  ['swapped', ENCODED, SWID],
  ['with everything in the first', `SWID=${SWID}; espn_s2=${ENCODED}`, ''],
  ['with everything in the second', '', `SWID=${SWID}; espn_s2=${ENCODED}`],
])('two fields are read %s', (_, first, second) => {
  expect(parseCookieFields(first, second)).toEqual({ swid: SWID, s2: S2 })
})

it('reads any text without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { swid, s2 } = parseCookies(text)
      expect(swid === null || /^\{[0-9A-F-]{36}\}$/.test(swid)).toBe(true)
      expect(s2 === null || s2.length >= 40).toBe(true)
    }),
  )
})
