import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts listening and returns the URL without a trailing slash. Port 0 selects a free port. */
export async function startListening(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: actualPort } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`
}

/** Stops immediately and closes open connections. */
export function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
  })
  server.closeAllConnections()
  return closed
}
