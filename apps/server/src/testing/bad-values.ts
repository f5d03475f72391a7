const LONG_TEXT = 'x'.repeat(100_000)
/** The depth of deeply nested lists and objects. */
export const NESTING_DEPTH = 10_000

/** JSON values that are invalid for almost every field. */
export const BAD_JSON: readonly (string | null)[] = [
  null,
  ...String.raw`
    null true 0 -0 -1 1.5 1e999 -1e999 1e21 5e-324 9007199254740993
    "" "NaN" "-1" "0x10" "1e5" "\u0661" "99999999999999999999"
    "a\u0000b" "\u0000" "\ud800" "\udc00x" "\u202e\ufeff" "\r\nset-cookie:a=b"
    ".." "%00" "%" "'or(1=1)--" "\";drop\u0020table\u0020users;--" "{{7*7}}" "__proto__"
    [] [[]] ["Harbour"] {} {"league":"Harbour"} {"toString":1,"valueOf":null}
    {"__proto__":{"isAdmin":true}} {"constructor":{"prototype":{"isAdmin":true}}}`
    .trim()
    .split(/\s+/),
  '"   "',
  `"${LONG_TEXT}"`,
  `"${'é'.repeat(401)}"`,
  `"${'e\u0301'.repeat(300)}"`,
  '9'.repeat(400),
  '['.repeat(NESTING_DEPTH) + ']'.repeat(NESTING_DEPTH),
  `${'{"a":'.repeat(NESTING_DEPTH)}1${'}'.repeat(NESTING_DEPTH)}`,
]

/** Parts of a URL that are invalid for almost every field. */
export const BAD_TEXT: readonly (string | null)[] = [
  null,
  '',
  ...`
    %20 %00 a%00b % %E0%A4%A %ED%A0%80 %C0%AF %FF %F0%9F%8F%88 %E2%80%AE
    .. . %2e%2e%2f%2e%2e%2fetc%2fpasswd %2F %5C %3Cscript%3E '%20or%201=1%20-- :x *
    -1 0 1e999 NaN Infinity 0x10 2026.5 99999999999999999999 %D9%A1
    1&season=2&week=3 2026&season[]=2025 2026&__proto__=1&constructor=2 1%26season=2 1;week=2 #x
    __proto__ constructor toString [] %5B%5D {} null undefined true
    %2e %2e%2e %5C..%5C Harbour%2F..%2FIsland Harbour/../Island Harbour%00 Harbour%20 HARBOUR
    %2548arbour %u0048arbour Harb%C3%B6ur Harbo%CC%88ur Harbour;x=1 Harbour.json Harbour%3F Harbour%23
    %E2%80%8FHarbour %E2%80%AEruobraH %EF%BB%BFHarbour %F0%9F%91%A8%E2%80%8D%F0%9F%91%A9 %F0%9F %C0%AE%C0%AE`
    .trim()
    .split(/\s+/),
  'x'.repeat(500),
  'x'.repeat(3000),
  '%F0%9F%8F%88'.repeat(300),
]

/** Bodies that are not valid JSON. */
export const BROKEN_JSON: readonly string[] = [
  ...`{ {"a": {"a":1,} {'a':1} {"a":\u0001} {"a":"\u0001"} {}{} NaN undefined`.split(' '),
  '   ',
]

/** JSON bodies that are not objects; the empty text means no body. */
export const NON_OBJECTS = ['', '[]', '[{}]', '"text"', '7', 'true', 'null'] as const

/** Content types other than JSON; undefined sends no content type. */
export const OTHER_CONTENT_TYPES: readonly (string | undefined)[] = [
  undefined,
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
  'application/jsonx',
  'nonsense',
  '/',
  '\u00e9',
]
