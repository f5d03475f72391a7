import { expect, it } from 'vitest'
import { webClient } from './web-client.ts'

it('fails a request when too many are waiting, and sends others when they are done', async () => {
  const responses: ((response: Response) => void)[] = []
  const client = webClient({
    baseUrl: 'https://provider.example',
    userAgent: 'Test/1.0 (+https://example.com)',
    fetch: () => new Promise((resolve) => responses.push(resolve)),
    maxConcurrent: 1,
    maxWaiting: 2,
    now: () => new Date(),
    sleep: async () => undefined,
    random: () => 0,
  })
  const get = (path: string) => client.getJson({ path, query: [] })
  const accepted = [get('1'), get('2'), get('3')]
  await expect(get('4')).rejects.toMatchObject({ failure: 'busy' })
  for (const count of [1, 2, 3]) {
    await expect.poll(() => responses.length).toBe(count)
    responses[count - 1]?.(Response.json({ count }))
  }
  expect((await Promise.all(accepted)).map((response) => response?.json)).toEqual([
    { count: 1 },
    { count: 2 },
    { count: 3 },
  ])
})
