import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from './api-error.ts'

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

const pendingResponses = new WeakMap<Socket, Set<ServerResponse>>()

export function trackResponses(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const pending = pendingResponses.get(socket) ?? new Set()
    pendingResponses.set(socket, pending.add(response))
    response.once('close', () => pending.delete(response))
  })
}

/**
 * Responds to malformed HTTP with the usual error body and closes the connection. The request is not logged, because
 * it may contain cookies. Complete requests that came before on the same connection get their responses: the client
 * would take the error for one of them.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const pending = [...(pendingResponses.get(socket) ?? [])]
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
