import { connect } from 'node:net'
import { ErrorBody } from '@fieldhouse/contract/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const { log, lines } = createMemoryLog('trace')

let testApp: TestApp
beforeAll(async () => {
  testApp = await startApp({}, { log })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

/** What the server writes before it ends the connection, to bytes as they are. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  const { port } = testApp.app.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    let told = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${String(bytes).slice(0, 100)}`)))
    socket.on('error', reject).on('close', () => resolve(told))
  })
}

const request = (head: string, body = '') =>
  Buffer.from(`${head}\r\nConnection: close\r\n\r\n${body}`, 'latin1')
const get = (target: string, more = '') => request(`GET ${target} HTTP/1.1\r\nHost: localhost${more}`)
const post = (more: string, body = '') =>
  request(`POST /api/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json${more}`, body)

it.each([
  ['a wrong length', post('\r\nContent-Length: abc', '{}'), 400],
  ['a negative length', post('\r\nContent-Length: -1', '{}'), 400],
  ['two lengths', post('\r\nContent-Length: 2\r\nContent-Length: 3', '{}'), 400],
  [
    'a length and chunks',
    post('\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
    400,
  ],
  ['a chunk without a size', post('\r\nTransfer-Encoding: chunked', 'zz\r\n{}\r\n'), 400],
  ['a header of 64 KB', get('/api/whoami/', `\r\nX-Long: ${'x'.repeat(65_536)}`), 431],
  ['an address of 64 KB', get(`/api/${'x'.repeat(65_536)}`), 431],
  ['a header without a name', get('/api/whoami/', '\r\n: nothing'), 400],
  ['a line break in a header', get('/api/whoami/', '\r\nX-A: b\rc'), 400],
  ['a null in a header', get('/api/whoami/', '\r\nX-A: b\0c'), 400],
  ['a null in the address', get('/api/\0whoami/'), 400],
  ['no host', request('GET /api/whoami/ HTTP/1.1'), 400],
  ['another protocol', Buffer.from('\x16\x03\x01\x02\0\x01\0\x01\xfc', 'latin1'), 400],
  ['a method of nobody', request('BREW /api/whoami/ HTTP/1.1\r\nHost: localhost'), 400],
  ['another version', request('GET /api/whoami/ HTTP/9.9\r\nHost: localhost'), 400],
  ['an absolute address', get('http://elsewhere.example/api/whoami/'), 200],
  ['two slashes', get('//api/whoami/'), 404],
  ['dots', get('/api/../api/whoami/'), 404],
  ['hidden dots', get('/api/%2e%2e/whoami/'), 404],
  ['a hidden null', get('/api/league/a%00b/meta/'), 401],
  ['overlong UTF-8', get('/api/league/%C0%AF/meta/'), 400],
  ['bare overlong UTF-8', get('/api/league/\xc0\xaf/meta/'), 400],
  ['half a character', get('/api/league/%ED%A0%80/meta/'), 400],
  ['half a percent', get('/api/league/%/meta/'), 400],
  ['an asterisk', request('OPTIONS * HTTP/1.1\r\nHost: localhost'), 404],
  ['a name alone', get('api/whoami/'), 400],
])('answers %s', async (_, bytes, status) => {
  lines.length = 0
  const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n', 2)
  expect(head.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  // The parser itself turns away what names no host, without words.
  if (status === 200 || !head.includes('application/json')) return
  expect(ErrorBody.strict().safeParse(JSON.parse(body)).error).toBe(undefined)
})

it('keeps the cookies of a broken request out of the log', async () => {
  lines.length = 0
  await sendRaw(get('/api/whoami/', '\r\nCookie: sessionid=a-token\r\n: nothing'))
  expect(lines.join('')).not.toContain('a-token')
})

it('goes on answering others', async () => {
  expect(await sendRaw(get('/api/whoami/'))).toContain('{"username":null}')
})
