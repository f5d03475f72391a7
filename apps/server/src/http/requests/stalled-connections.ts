import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { handleClientError } from '../errors/client-error.ts'

export type StallLimits = {
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
  /**
   * The request of each connection whose response has not been sent, and the bytes that had arrived at the last
   * check; null if none were due.
   */
  const requests = new Map<Socket, { request: IncomingMessage; bytesRead: number | null }>()

  server.on('request', (request, response) => {
    const { socket } = request
    requests.set(socket, { request, bytesRead: null })
    response.once('close', () => {
      if (requests.get(socket)?.request === request) requests.delete(socket)
    })
  })

  // Node counts a part of a write that the client accepts as activity.
  server.setTimeout(idleMs, (socket: Socket) => {
    const isWaitingForServer = requests.has(socket) && socket.writableLength === 0
    if (isWaitingForServer) socket.setTimeout(idleMs)
    else socket.destroy()
  })

  const timer = setInterval(() => {
    for (const [socket, current] of requests) {
      const previous = current.bytesRead
      current.bytesRead = isReceiving(current.request) ? socket.bytesRead : null
      if (previous === null || current.bytesRead === null) continue
      if (current.bytesRead - previous < minBytes) rejectBody(socket)
    }
  }, intervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Whether the client has to send more. Not if the server does not read on, for example until a file is written. */
function isReceiving({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return !complete && readableLength < readableHighWaterMark
}

function rejectBody(socket: Socket): void {
  handleClientError(
    Object.assign(new Error('the body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  )
}
