import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { closeStalledConnections } from '../http/connections.ts'

const IDLE_MS = 200
const LIMITS = { idleMs: IDLE_MS, intervalMs: 150, minBytes: 1000 }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * Listens on a Unix socket: its buffers are small, so that the server notices soon what a client reads. Those of TCP
 * take megabytes before a write continues, which a busy machine reads too slowly for these limits.
 */
async function listen(handler: RequestListener, limits = LIMITS): Promise<() => Promise<Socket>> {
  const server = createServer({ keepAliveTimeout: limits.idleMs }, handler)
  servers.push(server)
  closeStalledConnections(server, limits)
  const path = join(tmpdir(), `stalled-${randomUUID()}.sock`)
  server.listen(path)
  await once(server, 'listening')
  return async () => {
    const socket = connect(path)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const post = (bytes: number) => `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`

/** Everything that arrives until the connection is closed or reset, which text() would report instead. */
async function receiveAll(socket: Socket): Promise<string> {
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  await once(socket, 'close')
  return received
}

/** Answers with a body that never ends. */
const sendForever: RequestListener = (_, response) => {
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
  ).pipe(response)
}

it('closes the connections of 400 clients that do not read their response', async () => {
  const closed: Promise<unknown>[] = []
  const handler: RequestListener = (request, response) => {
    closed.push(once(request.socket, 'close'))
    sendForever(request, response)
  }
  // Long enough for a busy machine to receive the requests of all clients.
  const open = await listen(handler, { ...LIMITS, idleMs: 2000 })
  for (let count = 0; count < 400; count += 1) (await open()).pause().write(GET)
  await expect.poll(() => closed.length).toBe(400)
  await Promise.all(closed)
})

it('rejects a body that does not arrive, and one that arrives too slowly, with a 408', async () => {
  const open = await listen((request, response) =>
    request.resume().once('end', () => response.end('received')),
  )
  const [stalled, slow] = [await open(), await open()]
  stalled.write(`${post(1_000_000)}x`)
  slow.write(post(1_000_000))
  const trickle = setInterval(() => slow.write('x'), 20)
  const responses = await Promise.all([stalled, slow].map(receiveAll))
  clearInterval(trickle)
  for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 408 /)
})

it('accepts a body that arrives slowly but steadily', async () => {
  const open = await listen((request, response) =>
    request.resume().once('end', () => response.end('received')),
  )
  const socket = await open()
  socket.write(post(40 * LIMITS.minBytes).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  for (let count = 0; count < 40; count += 1) {
    // Enough for an interval in which a busy machine sends only once.
    socket.write('x'.repeat(LIMITS.minBytes))
    await delay(20)
  }
  expect(await text(socket)).toContain('received')
})

it('does not blame the client for a body that the server does not read yet', async () => {
  const open = await listen((request, response) => {
    setTimeout(() => request.resume().once('end', () => response.end('received')), 3 * IDLE_MS)
  })
  // Much more than the socket buffers. Built before the connection, because that takes a busy machine long.
  const body = Buffer.alloc(1_000_000, 'x')
  const socket = await open()
  socket.write(post(body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  socket.write(body)
  expect(await text(socket)).toContain('received')
})

it('waits for a response that takes the server long, and keeps a stream without events open', async () => {
  const open = await listen((_, response) => {
    response.write('first')
    setTimeout(() => response.end('last'), 4 * IDLE_MS)
  })
  const socket = await open()
  socket.write(GET)
  expect(await text(socket)).toContain('last')
})

it('keeps the connection of a client that reads slowly', async () => {
  const limits = { ...LIMITS, idleMs: 500 }
  const open = await listen((_, response) => response.end(Buffer.alloc(12_000_000)), limits)
  const openedAt = performance.now()
  const socket = await open()
  socket.write(GET)
  let received = 0
  for await (const chunk of socket) {
    received += (chunk as Buffer).length
    await delay(5)
  }
  expect(received).toBeGreaterThan(12_000_000)
  expect(performance.now() - openedAt).toBeGreaterThan(limits.idleMs)
})

it('closes idle connections and those that never send a request', async () => {
  const open = await listen((_, response) => response.end())
  const [silent, idle] = [await open(), await open()]
  idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const closed = [silent, idle].map((socket) => once(socket.resume(), 'close'))
  expect(await Promise.all(closed)).toEqual([[false], [false]])
})
