import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createBarrier } from '../testing/barrier.ts'
import { registerErrorHandlers } from './error-handler.ts'
import { rejectDuringShutdown } from './shutdown.ts'

it('a stop lets a request under way have its answer, and tells the next one to come again', async () => {
  let isAsked = false
  const [asked, askedAgain] = [createBarrier(), createBarrier()]
  const app = fastify({ return503OnClosing: false })
  app.addHook('onRequest', async () => {
    if (isAsked) askedAgain.release()
  })
  rejectDuringShutdown(app)
  registerErrorHandlers(app)
  app.get('/slow', async () => {
    isAsked = true
    asked.release()
    await askedAgain.released
    return 'answered'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const received = text(socket)

  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.released
  const closed = app.close()
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed

  const [first = '', second = ''] = (await received).split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*answered$/)
  expect(second).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*"code":"not_ready"\}$/)
})
