import { afterEach, expect, it } from 'vitest'
import {
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  startServer,
} from '../testing/server-process.ts'

afterEach(cleanUpServers)

it('keeps every registration that was acknowledged before kill -9', async () => {
  const folder = createTempFolder()
  const server = await startServer(folder)
  const acknowledged: { username: string; cookies: Cookies }[] = []

  async function registerUntilKilled(writer: number): Promise<void> {
    for (let count = 0; ; count += 1) {
      const cookies: Cookies = new Map()
      const username = `writer-${writer}-${count}`
      const answer = await server
        .browser(cookies)
        .post('/api/register/', buildRegistration(username))
        .catch(() => null)
      if (answer === null) return
      expect(answer.status).toBe(200)
      acknowledged.push({ username, cookies })
      // In the middle of what the other writers do.
      if (acknowledged.length === 12) server.signal('SIGKILL')
    }
  }

  await Promise.all([1, 2, 3, 4].map(registerUntilKilled))
  expect(await server.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(acknowledged.length).toBeGreaterThanOrEqual(12)

  const again = await startServer(folder)
  for (const { username, cookies } of acknowledged) {
    expect((await again.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
  }
})
