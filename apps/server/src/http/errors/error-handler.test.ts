import fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { BusyError } from '../../threads/work-queues.ts'
import { ApiError } from './api-error.ts'
import { registerErrorHandlers } from './error-handler.ts'

it.each([
  ['a queue', new BusyError('too many requests are waiting'), 'too many requests are waiting'],
  ['a thread', new ApiError('busy'), 'Fieldhouse is busy. Try again in a moment.'],
])('logs that %s is full as information without a stack', async (_, error, reason) => {
  const { log, lines } = createMemoryLog()
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({ loggerInstance })
  onTestFinished(() => app.close())
  registerErrorHandlers(app)
  app.get('/', () => Promise.reject(error))
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'busy'])
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'server busy')
  expect(logged).toMatchObject({ level: 30, reason })
  expect(lines.join('')).not.toContain('stack')
})
