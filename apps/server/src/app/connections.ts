import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  /** Closes idle connections immediately, and each other connection after its current response. */
  closeIdle: () => void
}

/** Tracks which connections have a request in progress, because browsers keep idle connections open for minutes. */
export function trackConnections(server: Server): Connections {
  const requestCounts = new Map<Socket, number>()
  let isClosing = false

  server.on('connection', (socket) => {
    requestCounts.set(socket, 0)
    socket.once('close', () => requestCounts.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    requestCounts.set(socket, (requestCounts.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const remaining = (requestCounts.get(socket) ?? 1) - 1
      if (requestCounts.has(socket)) requestCounts.set(socket, remaining)
      if (isClosing && remaining === 0) socket.destroySoon()
    })
  })

  return {
    closeIdle() {
      isClosing = true
      for (const [socket, count] of requestCounts) if (count === 0) socket.destroySoon()
    },
  }
}
