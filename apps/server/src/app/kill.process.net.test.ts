import { afterEach, expect, it } from 'vitest'
import { createDataFolder } from '../testing/data-folder.ts'
import { buildRegistration, type Cookies, cleanUpServers, startServer } from '../testing/server-process.ts'

afterEach(cleanUpServers)

it('keeps every registration that was acknowledged before kill -9', async () => {
  const folder = createDataFolder()
  const server = await startServer(folder)
  const acknowledged: { username: string; cookies: Cookies }[] = []

  async function registerUntilKilled(writer: number): Promise<void> {
    for (let count = 0; ; count += 1) {
      const cookies: Cookies = new Map()
      const username = `writer-${writer}-${count}`
      const response = await server
        .browser(cookies)
        .post('/api/register/', buildRegistration(username))
        .catch(() => null)
      if (response === null) return
      expect(response.status).toBe(200)
      acknowledged.push({ username, cookies })
      // While the other writers have requests in progress.
      if (acknowledged.length === 12) server.signal('SIGKILL')
    }
  }

  await Promise.all([1, 2, 3, 4].map(registerUntilKilled))
  expect(await server.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(acknowledged.length).toBeGreaterThanOrEqual(12)

  const restarted = await startServer(folder)
  for (const { username, cookies } of acknowledged) {
    expect((await restarted.browser(cookies).get('/api/whoami/')).body).toMatchObject({ username })
  }
})
