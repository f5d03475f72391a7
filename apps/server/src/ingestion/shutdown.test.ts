import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { rejectDuringShutdown } from '../http/connections.ts'
import { registerErrorHandlers } from '../http/errors/error-handler.ts'
import { createBarrier } from '../testing/barrier.ts'

it('completes requests in progress during a shutdown and rejects new ones with a Retry-After header', async () => {
  let isRequestInProgress = false
  const [firstArrived, secondArrived] = [createBarrier(), createBarrier()]
  const app = fastify({ return503OnClosing: false })
  app.addHook('onRequest', async () => {
    if (isRequestInProgress) secondArrived.release()
  })
  rejectDuringShutdown(app)
  registerErrorHandlers(app)
  app.get('/slow', async () => {
    isRequestInProgress = true
    firstArrived.release()
    await secondArrived.released
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const received = text(socket)

  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await firstArrived.released
  const closed = app.close()
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed

  const [first = '', second = ''] = (await received).split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done$/)
  expect(second).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*"code":"not_ready"\}$/)
})
