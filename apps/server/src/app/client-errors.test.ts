import { connect } from 'node:net'
import { ErrorBody } from '@fieldhouse/contract/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuiltPage } from '../testing/built-page-fixture.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const { log, lines } = createMemoryLog('trace')

let page: ReturnType<typeof createBuiltPage>
let testApp: TestApp
beforeAll(async () => {
  page = createBuiltPage()
  testApp = await startApp({}, { log, pageFolder: page.folder })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await testApp.close()
  page.remove()
})

/** Sends raw bytes and returns everything the server writes before it closes the connection. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  const { port } = testApp.app.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error(`no response to ${String(bytes).slice(0, 100)}`)),
    )
    socket.on('error', reject).on('close', () => resolve(received))
  })
}

const request = (head: string, body = '') =>
  Buffer.from(`${head}\r\nConnection: close\r\n\r\n${body}`, 'latin1')
const get = (target: string, more = '') => request(`GET ${target} HTTP/1.1\r\nHost: localhost${more}`)
const post = (more: string, body = '') =>
  request(`POST /api/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json${more}`, body)

it.each([
  ['an invalid Content-Length', post('\r\nContent-Length: abc', '{}'), 400],
  ['a negative Content-Length', post('\r\nContent-Length: -1', '{}'), 400],
  ['two Content-Length headers', post('\r\nContent-Length: 2\r\nContent-Length: 3', '{}'), 400],
  [
    'both Content-Length and Transfer-Encoding',
    post('\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
    400,
  ],
  ['a chunk without a size', post('\r\nTransfer-Encoding: chunked', 'zz\r\n{}\r\n'), 400],
  ['a header of 64 KB', get('/api/whoami/', `\r\nX-Long: ${'x'.repeat(65_536)}`), 431],
  ['a URL of 64 KB', get(`/api/${'x'.repeat(65_536)}`), 431],
  ['a header without a name', get('/api/whoami/', '\r\n: nothing'), 400],
  ['a line break in a header', get('/api/whoami/', '\r\nX-A: b\rc'), 400],
  ['a null character in a header', get('/api/whoami/', '\r\nX-A: b\0c'), 400],
  ['a null character in the URL', get('/api/\0whoami/'), 400],
  ['no Host header', request('GET /api/whoami/ HTTP/1.1'), 400],
  ['a TLS handshake', Buffer.from('\x16\x03\x01\x02\0\x01\0\x01\xfc', 'latin1'), 400],
  ['an unknown method', request('BREW /api/whoami/ HTTP/1.1\r\nHost: localhost'), 400],
  ['an unknown HTTP version', request('GET /api/whoami/ HTTP/9.9\r\nHost: localhost'), 400],
  ['an absolute URL', get('http://elsewhere.example/api/whoami/'), 200],
  ['two leading slashes', get('//api/whoami/'), 404],
  ['dot segments', get('/api/../api/whoami/'), 404],
  ['encoded dot segments', get('/api/%2e%2e/whoami/'), 404],
  ['dot segments that leave the API', get('/api/../'), 404],
  ['dot segments that leave the site', get('/../'), 404],
  ['dot segments that leave the site for a file', get('/../package.json'), 404],
  ['encoded dot segments that leave the site', get('/%2e%2e/'), 404],
  ['dot segments with backslashes', get('/..\\x'), 404],
  ['dot segments with encoded backslashes', get('/%5c..%5c'), 404],
  ['dot segments with an encoded slash', get('/..%2fx'), 404],
  ['dot segments that are encoded twice', get('/%252e%252e/x'), 404],
  ['dot segments with a backslash that leave the API', get('/api\\..\\x'), 404],
  ['dot segments that leave the API reference', get('/api/docs/static/../../../x'), 404],
  ['encoded dot segments that leave the API reference', get('/api/docs/static/%2e%2e%2f%2e%2e%2fx'), 404],
  ['a path of dot segments only', get(`/${'../'.repeat(100)}`), 404],
  ['dot segments that leave the folder of the owner pictures', get('/owners/../'), 404],
  ['encoded dot segments that leave the folder of the owner pictures', get('/owners/%2e%2e%2fx.jpg'), 404],
  ['dot segments that leave the folder of the assets', get('/assets/../../x'), 404],
  ['an encoded null character as a page', get('/%00'), 404],
  ['an encoded null character in a file name', get('/assets/a%00.js'), 404],
  ['a file name of 300 characters', get(`/${'x'.repeat(300)}`), 404],
  ['a folder of assets', get('/assets/'), 404],
  ['a file as a folder', get('/index.html/'), 404],
  ['a range beyond the end of a file', get('/index.html', '\r\nRange: bytes=99999-'), 416],
  ['a condition that the file does not meet', get('/', '\r\nIf-Match: "a"'), 400],
  ['a hidden file', get('/.vite/manifest.json'), 404],
  ['an encoded null character', get('/api/league/a%00b/meta/'), 401],
  ['encoded overlong UTF-8', get('/api/league/%C0%AF/meta/'), 400],
  ['raw overlong UTF-8', get('/api/league/\xc0\xaf/meta/'), 400],
  ['an encoded unpaired surrogate', get('/api/league/%ED%A0%80/meta/'), 400],
  ['an incomplete percent encoding', get('/api/league/%/meta/'), 400],
  ['an asterisk', request('OPTIONS * HTTP/1.1\r\nHost: localhost'), 404],
  ['a path without a leading slash', get('api/whoami/'), 400],
])('responds to %s', async (_, bytes, status) => {
  lines.length = 0
  const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n', 2)
  expect(head.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  if (status === 404) expect(JSON.parse(body).code).toMatch(/^(?:item_)?not_found$/)
  // The HTTP parser itself rejects a request without a host, with an empty response.
  if (status === 200 || !head.includes('application/json')) return
  expect(ErrorBody.strict().safeParse(JSON.parse(body)).error).toBe(undefined)
})

it.each([
  ['a body of a request without one', get('/api/whoami/'), 'hello'],
  ['a second request after the last one', get('/api/whoami/'), get('/api/leagues/')],
  ['bytes that are no request', Buffer.from('GET /api/whoami/ HTTP/1.1\r\nHost: localhost\r\n\r\n'), '\0'],
])('sends the response to a request before it closes the connection for %s', async (_, first, second) => {
  const received = await sendRaw(Buffer.concat([first, Buffer.from(second)]))
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received.endsWith('{"username":null}')).toBe(true)
})

it('does not log the cookies of a malformed request', async () => {
  lines.length = 0
  await sendRaw(get('/api/whoami/', '\r\nCookie: sessionid=a-token\r\n: nothing'))
  expect(lines.join('')).not.toContain('a-token')
})

it('continues to serve other requests', async () => {
  expect(await sendRaw(get('/api/whoami/'))).toContain('{"username":null}')
})
