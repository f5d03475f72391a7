import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createSiteClient } from './site-client.ts'

async function startSite(respond: (count: number) => [status: number, body: object]): Promise<string> {
  let count = 0
  const handle: RequestListener = (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('set-cookie', 'csrftoken=abc').end('{}')
      return
    }
    count += 1
    const [status, body] = respond(count)
    response.writeHead(status).end(JSON.stringify(body))
  }
  const server = createServer(handle)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('sends a request again while a job of the league is in the way', async () => {
  const url = await startSite((count) => (count < 3 ? [409, { code: 'job_running' }] : [200, { count }]))
  expect(await createSiteClient(url).post('/api/refresh/', {})).toEqual({ count: 3 })
})

it('throws at once for any other rejection', async () => {
  const url = await startSite((count) => [409, { code: 'name_taken', count }])
  await expect(createSiteClient(url).post('/api/create-league/', {})).rejects.toThrow(
    '/api/create-league/ returned 409: {"code":"name_taken","count":1}',
  )
})
