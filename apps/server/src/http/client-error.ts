import type { Socket } from 'node:net'
import { ApiError } from './api-error.ts'

const RESPONSES: Record<string, readonly [status: string, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
}
const BAD_REQUEST = ['400 Bad Request', 'That is not a well-formed request.'] as const

/**
 * Answers bytes that are no HTTP request with an error of the common form, and ends the connection.
 * Nothing of them is logged: cookies may stand in them.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = RESPONSES[error.code ?? ''] ?? BAD_REQUEST
  const body = JSON.stringify(new ApiError('invalid_input', { message: sentence }).body)
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
