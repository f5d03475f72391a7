import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatLeagueEntry,
  otherSportIn,
  otherSportMessage,
  parseCookieFields,
  parseCookies,
  parseLeagueEntry,
  parseLeagueId,
  parseProviderLeagueId,
  parseSheetUrl,
} from './provider-input.ts'

describe('parseLeagueId', () => {
  it.each([
    ['18254195', 18254195],
    ['  18254195\n', 18254195],
    ['https://fantasy.espn.com/football/league?leagueId=18254195&seasonId=2026', 18254195],
    ['https://fantasy.espn.com/football/team?seasonId=2026&leagueId=7', 7],
    ['LEAGUEID=12', 12],
    [
      'https://lm-api-reads.fantasy.espn.com/apis/v3/games/ffl/seasons/2025/segments/0/leagues/123456',
      123456,
    ],
    ['lm-api-reads.fantasy.espn.com/apis/v3/games/ffl/leagueHistory/123456?seasonId=2014&view=mTeam', 123456],
    ['https://fantasy.espn.com/apis/v3/games/ffl/seasons/2025/segments/0/leagues/99?view=mRoster', 99],
  ])('finds the league ID in %j', (text, id) => {
    expect(parseLeagueId(text)).toBe(id)
  })

  it.each([
    '',
    '   ',
    '0',
    '-5',
    '1.5',
    'abc',
    'leagueId=',
    'https://lm-api-reads.fantasy.espn.com/apis/v3/games/fba/seasons/2025/segments/0/leagues/123456',
    'https://fantasy.espn.com/basketball/league?leagueId=123456',
    'https://example.com/apis/v3/games/ffl/seasons/2025/segments/0/leagues/123456',
    'leagueId=abc',
    '1234567890123456',
    'leagueId=1234567890123456',
    '12 34',
  ])('finds no league ID in %j', (text) => {
    expect(parseLeagueId(text)).toBe(undefined)
  })
})

describe('an address of another sport', () => {
  it.each([
    ['https://fantasy.espn.com/basketball/league?leagueId=4711', 'basketball'],
    ['fantasy.espn.com/womens-basketball/team?leagueId=4711&teamId=2', 'basketball'],
    ['https://fantasy.espn.com/baseball?leagueId=4711', 'baseball'],
    ['HTTPS://FANTASY.ESPN.COM/HOCKEY/LEAGUE?LEAGUEID=4711', 'hockey'],
    ['https://games.espn.com/fba/clubhouse?leagueId=4711', 'basketball'],
    [
      'https://lm-api-reads.fantasy.espn.com/apis/v3/games/flb/seasons/2026/segments/0/leagues/1?leagueId=1',
      'baseball',
    ],
    ['https://lm-api-reads.fantasy.espn.com/apis/v3/games/fhl/leagueHistory/1?leagueId=1', 'hockey'],
  ])('is recognized, and contains no league ID: %s', (text, sport) => {
    expect(otherSportIn(text)).toBe(sport)
    expect([parseLeagueId(text), parseLeagueEntry(text, null)]).toEqual([undefined, null])
  })

  it.each([
    '4711',
    'hockey',
    'https://fantasy.espn.com/football/league?leagueId=4711&from=/basketball/',
    'https://lm-api-reads.fantasy.espn.com/apis/v3/games/ffl/leagueHistory/1',
    'https://sleeper.com/leagues/918335334096846848',
  ])('is not %s', (text) => {
    expect(otherSportIn(text)).toBeNull()
  })

  it('is refused with the sport, where it is known', () => {
    expect([otherSportMessage('Hoops', 'basketball'), otherSportMessage('Rift', null)]).toEqual([
      'Hoops is a basketball league. Fieldhouse shows fantasy football leagues.',
      'Rift is a league of another sport. Fieldhouse shows fantasy football leagues.',
    ])
  })
})

describe('parseLeagueEntry', () => {
  const ESPN = { kind: 'league', provider: 'espn', leagueId: '4711' }
  const SLEEPER = { kind: 'league', provider: 'sleeper', leagueId: '918335334096846848' }
  const userOf = (username: string) => ({ kind: 'user', provider: 'sleeper', username })

  it.each([
    ['4711', ESPN],
    [' https://fantasy.espn.com/football/league?leagueId=4711&seasonId=2026 ', ESPN],
    ['918335334096846848', SLEEPER],
    ['https://sleeper.com/leagues/918335334096846848/matchup', SLEEPER],
    ['sleeper.app/leagues/918335334096846848', SLEEPER],
    ['https://sleeper.com/roster/918335334096846848/3', SLEEPER],
    ['https://api.sleeper.app/v1/league/918335334096846848', SLEEPER],
    ['api.sleeper.app/v1/league/918335334096846848/rosters', SLEEPER],
    ['lm-api-reads.fantasy.espn.com/apis/v3/games/ffl/seasons/2025/segments/0/leagues/4711', ESPN],
    ['ada_m', userOf('ada_m')],
    ['@ada_m', userOf('ada_m')],
    ['@4711', userOf('4711')],
    ['@Ada.M-1', userOf('Ada.M-1')],
  ])('finds the provider and the league or user in %j', (text, entry) => {
    const parsed = parseLeagueEntry(text, null)
    expect(parsed).toEqual(entry)
    expect(parsed && parseLeagueEntry(formatLeagueEntry(parsed), null)).toEqual(entry)
  })

  it.each([
    ['4711', 'sleeper', userOf('4711')],
    ['ada_m', 'espn', null],
    ['ada_m', 'sleeper', userOf('ada_m')],
    ['https://fantasy.espn.com/football/league?leagueId=4711', 'sleeper', ESPN],
    ['918335334096846848', 'espn', SLEEPER],
  ] as const)(
    'understands %j as %s means it, unless the text says another provider',
    (text, chosen, entry) => {
      expect(parseLeagueEntry(text, chosen)).toEqual(entry)
    },
  )

  it.each(['', ' ', '0', 'my league', 'fantasy.espn.com', 'https://sleeper.com/i/abc', '@', 'ä', '@a b'])(
    'finds nothing in %j',
    (text) => {
      expect(parseLeagueEntry(text, null)).toBeNull()
    },
  )
})

describe('an address of a platform whose leagues are not read', () => {
  it.each([
    ['https://football.fantasysports.yahoo.com/f1/12345', 'Yahoo', 'football.fantasysports.yahoo.com'],
    ['fantasy.nfl.com/league/4711?leagueId=4711', 'NFL.com', 'fantasy.nfl.com'],
    ['https://harbour.football.cbssports.com/standings', 'CBS', 'harbour.football.cbssports.com'],
    ['https://docs.google.com/spreadsheets/d/1AbC', 'Google Sheets', 'docs.google.com'],
  ])('%s leads to files of %s', (text, platform, host) => {
    const entry = parseLeagueEntry(text, 'espn')
    expect(entry).toEqual({ kind: 'files', platform, host })
    expect(entry && parseLeagueEntry(formatLeagueEntry(entry), null)).toEqual(entry)
    expect(parseLeagueId(text)).toBeUndefined()
  })

  it('is only the host that ends with its name', () => {
    expect(parseLeagueEntry('https://notnfl.com/?leagueId=7', null)).toMatchObject({ kind: 'league' })
  })
})

describe('parseSheetUrl', () => {
  const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789abcd'

  it.each([
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=42`, ID, '42'],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=7#gid=7`, ID, '7'],
    [`https://docs.google.com/spreadsheets/d/${ID}`, ID, null],
    [`https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?gid=3&output=csv`, `e/2PACX-${ID}`, '3'],
    [ID, ID, null],
    ['12345678901234567890', '12345678901234567890', null],
    [' 123 ', null, '123'],
    ['', null, null],
    ['my sheet', null, null],
    ['too-short', null, null],
  ])('finds in %j the sheet %j and the tab %j', (text, sheetId, gid) => {
    expect(parseSheetUrl(text)).toEqual({ sheetId, gid })
  })
})

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const BARE_SWID = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'
const S2 = `AEB${'abcDEF123+/'.repeat(20)}xyz==`
const ENCODED = encodeURIComponent(S2)
const WRAPPED = `${S2.slice(0, 80)}\n${S2.slice(80, 160)}\r\n   ${S2.slice(160)}`

describe('parseCookies with both cookies', () => {
  it.each([
    ['a header', `Cookie: region=unknown; SWID=${SWID}; espn_s2=${ENCODED}; s_cc=true`],
    ['a header in reverse order', `espn_s2=${ENCODED}; _cb=1; SWID=${SWID}`],
    ['a header with a decoded value', `SWID=${SWID}; espn_s2=${S2}`],
    ['a value encoded twice', `SWID=${encodeURIComponent(SWID)}; espn_s2=${encodeURIComponent(ENCODED)}`],
    ['a header without braces', `SWID=${BARE_SWID}; espn_s2=${ENCODED}`],
    ['quoted values', `SWID="${SWID}"; espn_s2="${ENCODED}"`],
    ['typographic quotes', `SWID=“${SWID}”; espn_s2=„${ENCODED}“`],
    ['single typographic quotes', `‘SWID’: ‘${SWID}’, ‘espn_s2’: ‘${ENCODED}’`],
    ['bare values in typographic quotes', `“${SWID}”\n“${ENCODED}”`],
    ['guillemets', `SWID: «${SWID}»; espn_s2: »${ENCODED}«`],
    ['lines with colons', `SWID: ${SWID}\nespn_s2: ${ENCODED}`],
    ['lines with equals signs', `espn_s2=${S2}\nSWID=${SWID}\n`],
    ['a wrapped value', `SWID=${SWID}; espn_s2=${WRAPPED}`],
    ['a wrapped value before another cookie', `espn_s2=${WRAPPED}\nSWID=${SWID}`],
    ['table rows', `SWID\t${SWID}\t.espn.com\t/\nespn_s2\t${ENCODED}\t.espn.com\t/\t2027-01-01`],
    ['a JSON object', JSON.stringify({ SWID, espn_s2: ENCODED })],
    [
      'a browser export',
      JSON.stringify([
        { name: 'espn_s2', value: ENCODED },
        { name: 'SWID', value: SWID },
      ]),
    ],
    [
      'an export with other fields between name and value',
      JSON.stringify(
        [
          { domain: '.espn.com', name: 'SWID', path: '/', secure: false, value: SWID, id: 1 },
          { domain: '.espn.com', value: ENCODED, name: 'espn_s2', path: '/', id: 2 },
        ],
        null,
        2,
      ),
    ],
    [
      'a HAR file',
      JSON.stringify({
        log: {
          entries: [
            {
              request: {
                cookies: [
                  { name: 'SWID', path: '/', value: SWID },
                  { name: 'espn_s2', value: S2 },
                ],
              },
            },
          ],
        },
      }),
    ],
    [
      'a curl command',
      `curl 'https://fantasy.espn.com/?view=mTeam' -H 'accept: */*' -H 'cookie: SWID=${SWID}; espn_s2=${ENCODED}; _cb=1' --compressed`,
    ],
    [
      'a curl command with -b',
      `curl 'https://fantasy.espn.com/' \\\n  -b 'espn_s2=${ENCODED}; SWID=${SWID}' \\\n  --compressed`,
    ],
    [
      'a curl command for Windows',
      `curl ^"https://fantasy.espn.com/^" ^\n -H ^"cookie: espn_s2=${ENCODED.replaceAll('%', '^%')}; SWID=^${SWID}; x=1^"`,
    ],
    [
      'a PowerShell command',
      `$s.Cookies.Add((New-Object System.Net.Cookie("SWID", "${SWID}", "/")))\n$s.Cookies.Add((New-Object System.Net.Cookie("espn_s2", "${ENCODED}", "/")))`,
    ],
    [
      'a cookies.txt file',
      `.espn.com\tTRUE\t/\tFALSE\t1795374184\tSWID\t${SWID}\n.espn.com\tTRUE\t/\tTRUE\t1795374184\tespn_s2\t${ENCODED}`,
    ],
    ['rows of Firefox', `espn_s2:"${ENCODED}"\nCreated:"Sun"\nDomain:".espn.com"\nSWID:"${SWID}"\nPath:"/"`],
    ['bare values', `${SWID}\n${ENCODED}`],
    ['bare values in reverse order', `${ENCODED} ${BARE_SWID}`],
    ['names in a different case', `swid=${BARE_SWID};ESPN_S2=${ENCODED}`],
    ['names on lines of their own', `SWID\n${SWID}\n\nespn_s2\r\n${ENCODED}`],
    ['spaces around everything', ` SWID  =  "${SWID}"  ; \t espn_s2 \t : \t '${ENCODED}' `],
  ])('finds both cookies in %s', (_, text) => {
    expect(parseCookies(text)).toEqual({ swid: SWID, s2: S2 })
  })
})

describe('parseCookies with one cookie', () => {
  it.each([
    [SWID, { swid: SWID, s2: null }],
    [` "${BARE_SWID}" `, { swid: SWID, s2: null }],
    [ENCODED, { swid: null, s2: S2 }],
    [WRAPPED, { swid: null, s2: S2 }],
    [`espn_s2=${ENCODED}`, { swid: null, s2: S2 }],
  ])('finds only that cookie in %j', (text, expected) => {
    expect(parseCookies(text)).toEqual(expected)
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
])('finds no cookies in %j', (text) => {
  expect(parseCookies(text)).toEqual({ swid: null, s2: null })
})

it.each([
  ['as intended', SWID, ENCODED],
  ['swapped', ENCODED, SWID],
  ['with both cookies in the first field', `SWID=${SWID}; espn_s2=${ENCODED}`, ''],
  ['with both cookies in the second field', '', `SWID=${SWID}; espn_s2=${ENCODED}`],
])('parses two fields filled %s', (_, first, second) => {
  expect(parseCookieFields(first, second)).toEqual({ swid: SWID, s2: S2 })
})

it('never throws for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { swid, s2 } = parseCookies(text)
      expect(swid === null || /^\{[0-9A-F-]{36}\}$/.test(swid)).toBe(true)
      expect(s2 === null || s2.length >= 40).toBe(true)
    }),
  )
})

it.each([
  ['spaces after a name', `SWID=a espn_s2=b${' '.repeat(60_000)}x`],
  ['spaces before a colon', `SWID${' '.repeat(60_000)}x`],
  ['commas and names', '"SWID" , "value" '.repeat(6000)],
  ['line breaks and names', '\nSWID'.repeat(12_000)],
  ['percent signs', '%25'.repeat(20_000)],
])('parses a long text of %s in a moment', (_, text) => {
  const start = performance.now()
  parseCookies(text)
  expect(performance.now() - start).toBeLessThan(1000)
})

describe('parseProviderLeagueId', () => {
  it.each([
    ['espn', 'https://fantasy.espn.com/football/league?leagueId=18254195', '18254195'],
    ['espn', '007', '7'],
    ['sleeper', ' 1345194878245556224 ', '1345194878245556224'],
    ['sleeper', 'https://sleeper.com/leagues/1345194878245556224/team', '1345194878245556224'],
    ['sleeper', 'sleeper.app/leagues/785654147902001152', '785654147902001152'],
  ] as const)('finds the ID of the %s league in %j', (provider, text, id) => {
    expect(parseProviderLeagueId(provider, text)).toBe(id)
  })

  it.each([
    ['espn', 'sleeper'],
    ['sleeper', ''],
    ['sleeper', '18254195'],
    ['sleeper', 'https://example.com/leagues/1345194878245556224'],
  ] as const)('finds no ID of a %s league in %j', (provider, text) => {
    expect(parseProviderLeagueId(provider, text)).toBe(undefined)
  })
})
