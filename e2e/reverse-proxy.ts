import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from './test-app.ts'

/** A path of the API whose requests are answered after some seconds. */
export const SLOW_PATH = '/api/site/?slow'
const SLOW_RESPONSE_MS = 5000
/** Long enough for all other requests that do not wait for it. */
const SLOW_REQUEST_MS = 500

export type ReverseProxy = {
  baseUrl: string
  /** Simulates the deployment of a newer build: a changed service worker, and no assets of the old build. */
  deployNewBuild: () => void
  /** Simulates a stopped server: while it is not available, all connections are closed. */
  setAvailable: (isAvailable: boolean) => void
  /**
   * From here on, collects the requests of the API in the order in which they arrive, such as `POST /api/logout/`. Those
   * to the path take a while.
   */
  recordRequests: (slowPath: string) => readonly string[]
  /** Closes the connections of requests to the path, or of none. */
  lose: (path: string | undefined) => void
  close: () => Promise<void>
}

/** Starts a reverse proxy for the app that can simulate the deployment of a newer build, a stopped server and lost requests. */
export async function startReverseProxy(testApp: TestApp): Promise<ReverseProxy> {
  let isNewBuild = false
  let isUp = true
  let lostPath: string | undefined
  let record: { requests: string[]; slowPath: string } | undefined
  const server = createServer((incoming, response) => {
    const { url: path = '/', method, headers } = incoming
    if (!isUp || path === lostPath) return void incoming.destroy()
    if (path.startsWith('/api/')) record?.requests.push(`${method} ${path}`)
    if (path === SLOW_PATH) return void setTimeout(() => response.end('{}'), SLOW_RESPONSE_MS)
    if (isNewBuild && path.startsWith('/assets/')) {
      response.writeHead(404).end()
      return
    }
    const isWorker = path === '/sw.js'
    // Request the worker without compression and validators, so that its text can be extended.
    const init = { method, headers: isWorker ? { host: headers.host } : headers }
    const upstreamRequest = request(`${testApp.baseUrl}${path}`, init, (upstream) => {
      const isChanged = isWorker && isNewBuild
      const responseHeaders = { ...upstream.headers }
      if (isChanged) delete responseHeaders['content-length']
      response.writeHead(upstream.statusCode ?? 502, responseHeaders)
      upstream.pipe(response, { end: !isChanged })
      if (isChanged) upstream.on('end', () => response.end('\n// new build'))
    })
    upstreamRequest.on('error', () => response.destroy())
    if (path === record?.slowPath) setTimeout(() => incoming.pipe(upstreamRequest), SLOW_REQUEST_MS)
    else incoming.pipe(upstreamRequest)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deployNewBuild: () => {
      isNewBuild = true
    },
    setAvailable: (isAvailable) => {
      isUp = isAvailable
    },
    recordRequests: (slowPath) => {
      const requests: string[] = []
      record = { requests, slowPath }
      return requests
    },
    lose: (path) => {
      lostPath = path
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
