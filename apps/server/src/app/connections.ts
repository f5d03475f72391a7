import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = { closeIdle: () => void }

/**
 * Knows which connections carry a request. `closeUnused` ends those that carry none, the others
 * when their request has its answer: browsers keep spare connections open for minutes.
 */
export function trackConnections(server: Server): Connections {
  const requests = new Map<Socket, number>()
  let isClosing = false

  server.on('connection', (socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', ({ socket }, reply) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    reply.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1
      if (requests.has(socket)) requests.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })

  return {
    closeIdle() {
      isClosing = true
      for (const [socket, count] of requests) if (count === 0) socket.destroySoon()
    },
  }
}
