import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type FakeServer = {
  baseUrl: string
  /** All received requests, in order. */
  requests: IncomingMessage[]
}

/** Starts a server on a free port and stops it when the test ends. */
export async function startFakeServer(handler: RequestListener): Promise<FakeServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ffl`, requests }
}

/** Returns a URL whose port refuses connections. */
export async function closedPortUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/ffl`
}

/** Handles each request with the next step. The last step handles all further requests. */
export function respondInSequence(...steps: ((response: ServerResponse) => void)[]): RequestListener {
  let next = 0
  return (_request, response) => {
    const step = steps[Math.min(next, steps.length - 1)]
    next += 1
    step?.(response)
  }
}

export function respondWith(status: number, body = '', headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}
