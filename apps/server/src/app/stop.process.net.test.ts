import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ADMIN_CODE,
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts'

const cleanups: (() => void)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const close of cleanups.splice(0)) close()
})

/** Starts a provider that responds to its requests only after `respond` is called. */
async function startSlowProvider() {
  const pendingResponses: (() => void)[] = []
  const server = createServer((_, response) => {
    pendingResponses.push(() => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'))
    server.emit('requested')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    requested: once(server, 'requested'),
    respond: () => {
      server.on('requested', () => {
        for (const send of pendingResponses.splice(0)) send()
      })
      server.emit('requested')
    },
  }
}

async function stopServer(server: ServerProcess, signal: NodeJS.Signals) {
  const before = performance.now()
  server.signal(signal)
  const { code, output } = await server.exited
  return { seconds: (performance.now() - before) / 1000, code, output }
}

function openSocket(server: ServerProcess): Socket {
  const socket = connectSocket(Number(new URL(server.baseUrl).port), '127.0.0.1')
  // The server closes this connection at the end.
  socket.on('error', () => undefined)
  return socket
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('stops the server with exit code 0 and leaves all data in one file', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    await server.browser().post('/api/register/', buildRegistration('ada'))
    const { seconds, code } = await stopServer(server, signal)
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(5)
    expect(statSync(join(folder, 'fieldhouse.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  it('lets a request in progress finish', async () => {
    const provider = await startSlowProvider()
    const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, ESPN_BASE_URL: provider.url }
    const server = await startServer(createTempFolder(), { env })
    const boss = server.browser()
    await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const refresh = boss.post('/api/refresh-espn/', { name: 'Harbour', season: 2024 })
    await provider.requested
    const stopped = stopServer(server, signal)
    setTimeout(provider.respond, 500)
    expect(await refresh).toMatchObject({ status: 200 })
    expect(await stopped).toMatchObject({ code: 0 })
    expect((await stopped).seconds).toBeLessThan(5)
  })
})

describe('a shutdown', () => {
  it('does not wait for idle connections', async () => {
    const server = await startServer(createTempFolder())
    const unusedSocket = openSocket(server)
    const idleSocket = openSocket(server)
    await once(unusedSocket, 'connect')
    idleSocket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(idleSocket, 'data')
    const { seconds, code } = await stopServer(server, 'SIGTERM')
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(5)
  })

  it('aborts incomplete and slow requests, and exits with code 0 in time', async () => {
    const provider = await startSlowProvider()
    const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, ESPN_BASE_URL: provider.url }
    const server = await startServer(createTempFolder(), { env })
    const boss = server.browser()
    await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const refresh = boss
      .post('/api/refresh-espn/', { name: 'Harbour', season: 2024 })
      .catch((error: unknown) => error)
    await provider.requested
    openSocket(server).write('GET /healthz HTTP/1.1\r\nHost: local')
    const { seconds, code } = await stopServer(server, 'SIGTERM')
    expect(await refresh).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(10)
  })

  it('starts only once for several signals', async () => {
    const server = await startServer(createTempFolder())
    server.signal('SIGINT')
    const { code, output } = await stopServer(server, 'SIGTERM')
    expect(code).toBe(0)
    expect(output).not.toMatch(/error/i)
  })
})
