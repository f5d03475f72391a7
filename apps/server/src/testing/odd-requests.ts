import type { Operation } from '@fieldhouse/contract/operation'
import type { BadRequest } from './bad-requests.ts'

type Headers = NonNullable<BadRequest['headers']>

const LONG_TEXT = 'x'.repeat(60_000)

/** Headers that browsers never or rarely send. */
export const ODD_HEADERS: readonly Headers[] = [
  { cookie: '' },
  { cookie: ';;;=;==;' },
  { cookie: 'sessionid=%; csrftoken=%E0%A4%A' },
  { cookie: 'sessionid=%00; csrftoken=%ED%A0%80' },
  { cookie: `sessionid=${LONG_TEXT}` },
  { cookie: 'a=1; '.repeat(10_000) },
  { cookie: 'sessionid=a; sessionid=b; __proto__=c' },
  { cookie: "sessionid='or(1=1)--" },
  { 'x-csrftoken': '' },
  { 'x-csrftoken': LONG_TEXT },
  { 'x-csrftoken': ['a', 'b'] },
  { 'x-csrftoken': '....' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://' },
  { origin: 'https://elsewhere.example' },
  { origin: `http://${LONG_TEXT}` },
  { host: '' },
  { host: 'a b' },
  { host: '[::' },
  { host: 'localhost:99999999' },
  { host: '../..' },
  { referer: 'javascript:alert(1)' },
  { accept: '*/*;q=x, ;;, text' },
  { accept: 'text/html' },
  { accept: LONG_TEXT },
  { 'accept-encoding': '%, gzip;q=NaN, br;q=-1, identity;q=0' },
  { 'accept-language': '\u00e9\u00ff' },
  { authorization: 'Bearer' },
  { authorization: `Basic ${LONG_TEXT}` },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { 'content-language': '%00' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"' },
  { 'if-none-match': '"a",'.repeat(10_000) },
  { 'if-match': '"nothing"' },
  { 'if-modified-since': 'yesterday' },
  { 'if-range': '"' },
  { range: 'bytes=' },
  { range: 'bytes=9-1' },
  { range: 'bytes=99999999999999999999-' },
  { range: `bytes=${'0-0,'.repeat(5000)}0-0` },
  { range: 'lines=1-2' },
  { 'last-event-id': 'NaN' },
  { 'last-event-id': '-99999999999999999999' },
  { 'user-agent': `${LONG_TEXT}\u00ff` },
  { 'user-agent': '' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "'or 1=1, unknown, [::1" },
  { 'x-forwarded-host': 'elsewhere.example' },
  { 'x-forwarded-proto': 'javascript' },
  { forwarded: 'for="[' },
  { via: '\u00ff' },
  { connection: 'upgrade', upgrade: 'websocket' },
  { connection: 'close, x-csrftoken' },
  { expect: 'nothing' },
  { te: 'trailers, %' },
  { __proto__x: 'a', constructor: 'b' },
]

/** Variants of a URL that lead to a different endpoint or to none. */
export function oddUrls(url: string): string[] {
  const [path = '', query = ''] = url.split('?')
  const search = query === '' ? '' : `?${query}`
  return [
    `/${path}${search}`,
    `${path.replaceAll('/', '//')}${search}`,
    `${path}/${search}`,
    `${path}./${search}`,
    `${path}..;/${search}`,
    `${path}%2e%2e/${search}`,
    `${path}%00${search}`,
    `${path}%0d%0aset-cookie:%20a=b${search}`,
    `${path};a=b${search}`,
    `${path}index.json${search}`,
    `${path.replace('/api/', '/API/')}${search}`,
    `${path.replace('/api/', '/%61pi/')}${search}`,
    `${path.replace('/api/', '/api/%2e/')}${search}`,
    `${path.replace('/api/', '/api\\')}${search}`,
    `${path.replace('/api/', '/x/../api/')}${search}`,
    `${path.replaceAll('/', '%2F').replace('%2F', '/')}${search}`,
    `${path}%C0%AF${search}`,
    `${path}?${'a[]=1&'.repeat(3000)}`,
    `${path}?${'%'.repeat(50)}`,
    `${path}??#?&&==&=${query}`,
  ]
}

/** Methods that the operation does not support. */
export function otherMethods({
  method,
}: Operation): ('GET' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH' | 'DELETE' | 'POST')[] {
  return (['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'] as const).filter((each) => each !== method)
}
