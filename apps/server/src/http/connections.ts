import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors/api-error.ts'

type StallLimits = {
  /** How long a client may read nothing of its response, and how long a connection may be without a request. */
  idleMs: number
  /** How often the receive rate of bodies is checked. */
  intervalMs: number
  /** The fewest bytes of a body that must arrive in an interval. */
  minBytes: number
}

/** A phone in a tunnel resumes within a minute. 1 kB a second is slower than any connection that a page loads over. */
const STALL_LIMITS: StallLimits = { idleMs: 60_000, intervalMs: 60_000, minBytes: 60_000 }

/**
 * Closes connections that hold resources without making progress: clients that do not read their response, and clients
 * that send a body too slowly, which get a 408. A response that the server has not produced yet, or an event stream
 * without events, may take any time.
 */
export function closeStalledConnections(server: Server, limits: StallLimits = STALL_LIMITS): void {
  const { idleMs, intervalMs, minBytes } = limits
  const connections = connectionsOf(server)
  /** The bytes that had arrived at the last check, by the requests of which more were due. */
  let bytesRead = new Map<IncomingMessage, number>()

  // Node counts a part of a write that the client accepts as activity.
  server.setTimeout(idleMs, (socket: Socket) => {
    const isWaitingForServer = (connections.get(socket)?.size ?? 0) > 0 && socket.writableLength === 0
    if (isWaitingForServer) socket.setTimeout(idleMs)
    else socket.destroy()
  })

  const timer = setInterval(() => {
    const previous = bytesRead
    bytesRead = new Map()
    for (const [socket, responses] of connections) {
      const request = [...responses].at(-1)?.req
      if (request === undefined || !isReceiving(request)) continue
      bytesRead.set(request, socket.bytesRead)
      const before = previous.get(request)
      if (before !== undefined && socket.bytesRead - before < minBytes)
        handleClientError(Object.assign(new Error('the body arrives too slowly'), TIMED_OUT), socket, server)
    }
  }, intervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Whether the client has to send more. Not if the server does not read on, for example until a file is written. */
function isReceiving({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return !complete && readableLength < readableHighWaterMark
}

const TIMED_OUT = { code: 'ERR_HTTP_REQUEST_TIMEOUT' }

const RESPONSES: Record<string, readonly [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Try again.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are too large. Clear the cookies for this site and try again.',
  ],
}
const BAD_REQUEST = ['400 Bad Request', 'The request is malformed.'] as const

/** How long the rest of a rejected request is read and discarded. */
const DRAIN_MS = 1000

const openConnections = new WeakMap<Server, Map<Socket, Set<ServerResponse>>>()

/** The open connections, each with its responses that have not been sent. Call it before the server listens. */
function connectionsOf(server: Server): Map<Socket, Set<ServerResponse>> {
  const known = openConnections.get(server)
  if (known !== undefined) return known
  const connections = new Map<Socket, Set<ServerResponse>>()
  openConnections.set(server, connections)
  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const pending = connections.get(socket)
    pending?.add(response)
    response.once('close', () => pending?.delete(response))
  })
  return connections
}

/** Closes idle connections, which browsers keep open for minutes, and each other connection after its responses. */
export function closeConnections(server: Server): void {
  for (const [socket, responses] of connectionsOf(server)) {
    if (responses.size === 0) socket.destroySoon()
    for (const response of responses)
      response.once('close', () => {
        if (responses.size === 0) socket.destroySoon()
      })
  }
}

/**
 * Responds to malformed HTTP with the usual error body and closes the connection. The request is not logged, because
 * it may contain cookies. Complete requests that came before on the same connection get their responses: the client
 * would take the error for one of them.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket, server: Server): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const pending = [...(connectionsOf(server).get(socket) ?? [])]
  const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent)
  if (last !== undefined) {
    last.once('close', () => socket.destroySoon())
    return
  }
  const [status, message] = RESPONSES[error.code ?? ''] ?? BAD_REQUEST
  const body = JSON.stringify(new ApiError('invalid_input', { message }).body)
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  // Closing a socket with unread data resets the connection, and the client may never see the response.
  socket.removeAllListeners('data')
  socket.on('data', () => undefined)
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Rejects new requests with `not_ready`, a 503 with Retry-After, once the server starts to shut down. */
export function rejectDuringShutdown(app: FastifyInstance): void {
  let isShuttingDown = false
  app.addHook('preClose', async () => {
    isShuttingDown = true
  })
  app.addHook('onRequest', async () => {
    if (isShuttingDown) throw new ApiError('not_ready')
  })
}
