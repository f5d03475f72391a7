import fastify from 'fastify'
import { expect, it } from 'vitest'
import { sendServerDate } from './response-headers.ts'

it('sends the time of the server clock with every response, including errors', async () => {
  const app = fastify()
  const now = new Date('2026-11-15T19:30:00.500Z')
  sendServerDate(app, () => now)
  app.get('/', () => 'here')
  const dates = await Promise.all(['/', '/nowhere'].map(async (url) => (await app.inject(url)).headers.date))
  expect(dates).toEqual(['Sun, 15 Nov 2026 19:30:00 GMT', 'Sun, 15 Nov 2026 19:30:00 GMT'])
  await app.close()
})
