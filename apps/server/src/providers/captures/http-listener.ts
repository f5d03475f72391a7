import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts to listen; port 0 lets the system choose. The address has no slash at its end. */
export async function startListening(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: chosen } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`
}

/** Ends at once: requests that are still being answered are cut off. */
export function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
  })
  server.closeAllConnections()
  return closed
}
