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

/** Builds an error body in ESPN's format. Clients branch on `type`. */
export function errorBody(type: string, message: string): string {
  const detail = { message, shortMessage: message, resolution: null, type, metaData: null }
  return JSON.stringify({ messages: [message], details: [detail] })
}

/** Returns null when the header is missing or does not filter the schedule. */
export function readScheduleFilter(header: string | undefined): number[] | null {
  const list = /"filterMatchupPeriodIds"\s*:\s*\{\s*"value"\s*:\s*\[([\d,\s]*)\]/.exec(header ?? '')?.[1]
  return list === undefined ? null : list.split(',').map(Number)
}
