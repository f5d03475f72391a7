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

/** A provider that is asked, and answers only when it is told to. */
async function startSlowProvider() {
  const answers: (() => void)[] = []
  const server = createServer((_, reply) => {
    answers.push(() => reply.writeHead(404, { 'content-type': 'application/json' }).end('{}'))
    server.emit('asked')
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
    asked: once(server, 'asked'),
    answer: () => {
      server.on('asked', () => {
        for (const each of answers.splice(0)) each()
      })
      server.emit('asked')
    },
  }
}

async function secondsToEnd(server: ServerProcess, signal: NodeJS.Signals) {
  const before = performance.now()
  server.signal(signal)
  const ending = await server.exited
  return { seconds: (performance.now() - before) / 1000, code: ending.code, output: ending.output }
}

function openSocket(server: ServerProcess): Socket {
  const socket = connectSocket(Number(new URL(server.address).port), '127.0.0.1')
  // Cut by the server, in the end.
  socket.on('error', () => undefined)
  return socket
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('ends the server with 0, and leaves all data in one file', async () => {
    const folder = createTempFolder()
    const server = await startServer(folder)
    await server.browser().post('/api/register/', buildRegistration('ada'))
    const { seconds, code } = await secondsToEnd(server, signal)
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(5)
    expect(statSync(join(folder, 'fieldhouse.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  it('lets a request under way have its answer', async () => {
    const provider = await startSlowProvider()
    const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, ESPN_BASE_URL: provider.url }
    const server = await startServer(createTempFolder(), { env })
    const boss = server.browser()
    await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const refresh = boss.post('/api/refresh-espn/', { name: 'Harbour', season: 2024 })
    await provider.asked
    const end = secondsToEnd(server, signal)
    setTimeout(provider.answer, 500)
    expect(await refresh).toMatchObject({ status: 200 })
    expect(await end).toMatchObject({ code: 0 })
    expect((await end).seconds).toBeLessThan(5)
  })
})

describe('a stop', () => {
  it('does not wait for connections that nobody uses', async () => {
    const server = await startServer(createTempFolder())
    const fresh = openSocket(server)
    const keptAlive = openSocket(server)
    await once(fresh, 'connect')
    keptAlive.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(keptAlive, 'data')
    const { seconds, code } = await secondsToEnd(server, 'SIGTERM')
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(5)
  })

  it('cuts requests that are half said, gives back what takes too long, and ends with 0 in time', async () => {
    const provider = await startSlowProvider()
    const env = { ADMIN_SIGNUP_CODE: ADMIN_CODE, ESPN_BASE_URL: provider.url }
    const server = await startServer(createTempFolder(), { env })
    const boss = server.browser()
    await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const refresh = boss
      .post('/api/refresh-espn/', { name: 'Harbour', season: 2024 })
      .catch((error: unknown) => error)
    await provider.asked
    openSocket(server).write('GET /healthz HTTP/1.1\r\nHost: local')
    const { seconds, code } = await secondsToEnd(server, 'SIGTERM')
    expect(await refresh).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(10)
  })

  it('is begun once, however many signals come', async () => {
    const server = await startServer(createTempFolder())
    server.signal('SIGINT')
    const { code, output } = await secondsToEnd(server, 'SIGTERM')
    expect(code).toBe(0)
    expect(output).not.toMatch(/error/i)
  })
})
