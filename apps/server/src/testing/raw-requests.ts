import { connect } from 'node:net'
import fc from 'fast-check'
import type { BadRequest } from './bad-requests.ts'

/** What attackers and broken clients put into a request: at any place, in the form of bytes. */
const TOKENS = [
  ['\0', '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', '\x0b', '\x7f', '\x80', '\xff\xfe', ':', ';', ','],
  ['%', '%00', '%2e%2e%2f', '%c0%af', '%ed%a0%80', '%u002f', '..\\', '/../', '//', '?', '#', '*'],
  ['http://elsewhere.example/', 'http://[::1', 'javascript:alert(1)', '@localhost', 'HTTP/0.9', 'HTTP/2.0'],
  ['x'.repeat(20_000), '%41'.repeat(5000), '../'.repeat(3000)],
].flat()

const HEADERS = [
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length : 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: gzip, chunked',
  'Host: elsewhere.example',
  'Host: ',
  'Connection: keep-alive',
  'Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Expect: 100-continue',
  'Expect: nothing',
  'Trailer: Content-Length',
  ' folded: value',
  'X-Null: a\0b',
  'Cookie: sessionid=%',
  'Content-Encoding: gzip',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: multipart/form-data; boundary=',
]

/** Chunked bodies whose sizes are wrong, endless or not numbers, and what may follow a body. */
const TAILS = [
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nx',
  '-1\r\nx\r\n0\r\n\r\n',
  '2;ext="\r\n\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}0\r\n\r\n',
  '0\r\nX-Trailer: a\r\n\r\n',
  'GET /api/whoami/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/whoami/\r\n\r\n',
  '{"second":"body"}',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

/** A request as bytes. The server closes the connection after a complete one. */
export function toRawRequest(
  method: string,
  { url, body = '', contentType }: BadRequest,
  cookies: ReadonlyMap<string, string>,
): Buffer {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Cookie: ${[...cookies].map((cookie) => cookie.join('=')).join('; ')}`,
    `X-CSRFToken: ${cookies.get('csrftoken') ?? ''}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** A request with one to three defects, most of them in its first line and its headers. */
export function damagedArbitrary(request: Buffer): fc.Arbitrary<Buffer> {
  const text = request.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  const position = fc.oneof(
    { arbitrary: fc.nat(text.indexOf('\r\n')), weight: 3 },
    { arbitrary: fc.nat(headEnd), weight: 3 },
    { arbitrary: fc.nat(text.length), weight: 1 },
  )
  const token = fc.constantFrom(...TOKENS)
  const defect = fc.oneof(
    fc.tuple(position, token).map(
      ([at, added]) =>
        (damaged: string) =>
          damaged.slice(0, at) + added + damaged.slice(at),
    ),
    fc.tuple(position, fc.nat(40), token).map(
      ([at, length, added]) =>
        (damaged: string) =>
          damaged.slice(0, at) + added + damaged.slice(at + length),
    ),
    fc.tuple(position, fc.nat(40)).map(
      ([at, length]) =>
        (damaged: string) =>
          damaged.slice(0, at) + damaged.slice(at + length),
    ),
    position.map((at) => (damaged: string) => damaged.slice(0, at)),
    fc
      .constantFrom(...HEADERS)
      .map((header) => (damaged: string) => damaged.replace('\r\n', `\r\n${header}\r\n`)),
    fc.constantFrom(...TAILS).map((tail) => (damaged: string) => damaged + tail),
    fc.constant((damaged: string) => damaged.replace(/ HTTP\/1\.1\r\n/, '\r\n')),
    fc.constant((damaged: string) => damaged.replaceAll('\r\n', '\n')),
    fc.constant((damaged: string) => damaged + damaged),
  )
  return fc.array(defect, { minLength: 1, maxLength: 3 }).map((defects) =>
    Buffer.from(
      defects.reduce((damaged, apply) => apply(damaged), text),
      'latin1',
    ),
  )
}

/**
 * Sends bytes and returns what the server writes until it closes the connection, or until it has `isIdle`: then the
 * request was incomplete and the server waits for the rest of it.
 */
export function sendBytes(port: number, bytes: Buffer, isIdle: () => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    let idleChecks = 0
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    const timer = setInterval(() => {
      idleChecks = isIdle() ? idleChecks + 1 : 0
      if (idleChecks >= IDLE_CHECKS) socket.destroy()
    }, IDLE_CHECK_MS)
    const deadline = setTimeout(() => socket.destroy(new Error('no response')), DEADLINE_MS)
    // A server that closes a connection with unread bytes resets it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearInterval(timer)
      clearTimeout(deadline)
      resolve(received)
    })
  })
}

const IDLE_CHECK_MS = 20
const IDLE_CHECKS = 5
const DEADLINE_MS = 20_000

export type RawResponse = { status: number; head: string; body: string }

/** The responses in what a server wrote, without those that only tell the client to continue. */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  while (rest !== '') {
    const [head = ''] = rest.split('\r\n\r\n', 1)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (Number.isNaN(status)) throw new Error(`not a response: ${rest.slice(0, 200)}`)
    const { body, length } = parseBody(head, rest.slice(head.length + 4))
    if (status >= 200) responses.push({ status, head, body })
    rest = rest.slice(head.length + 4 + length)
  }
  return responses
}

function parseBody(head: string, rest: string): { body: string; length: number } {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return parseChunks(rest)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return { body: rest.slice(0, length), length }
}

function parseChunks(text: string): { body: string; length: number } {
  let body = ''
  let at = 0
  for (;;) {
    const [line = ''] = text.slice(at).split('\r\n', 1)
    const size = Number.parseInt(line, 16)
    const start = at + line.length + 2
    if (!(size > 0)) return { body, length: Math.min(text.length, start + 2) }
    body += text.slice(start, start + size)
    at = start + size + 2
  }
}
