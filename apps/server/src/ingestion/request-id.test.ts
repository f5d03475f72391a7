import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp } from '../testing/start-app.ts'

const PROXY = '10.1.2.3'

async function requestIdFor(
  sent: string | undefined,
  { from = PROXY, trusted = '10.0.0.0/8' as string | undefined },
) {
  const testApp = await startApp({ TRUST_PROXY: trusted })
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  const response = await testApp.app.inject({ url: '/api/whoami/', headers, remoteAddress: from })
  await testApp.close()
  return response.headers['x-request-id']
}

it.each(['7d3f1c9e-5b7a-4a51-9f1e-0c2b8a6d4e10', 'Root=1-67891233-abcdef012345678912345678'])(
  'uses the request ID %s from a trusted proxy',
  async (id) => {
    expect(await requestIdFor(id, {})).toBe(id)
  },
)

it.each<[reason: string, sent: string | undefined, options: { from?: string; trusted?: string | undefined }]>(
  [
    ['no ID is sent', undefined, {}],
    ['the ID is too short to be unique', '1234567', {}],
    ['the ID is too long', 'a'.repeat(129), {}],
    ['the ID contains invalid characters', 'abcdefgh"} {"level', {}],
    ['the sender is not a trusted proxy', 'abcdefgh', { from: '203.0.113.7' }],
    ['no proxy is trusted', 'abcdefgh', { trusted: undefined, from: '127.0.0.1' }],
  ],
)('generates a random request ID when %s', async (_, sent, options) => {
  expect(await requestIdFor(sent, options)).toMatch(/^[\w-]{36}$/)
})

it('uses one request ID in the response header, in an internal error body and in every log line', async () => {
  const { log, lines } = createMemoryLog()
  const testApp = await startApp({}, { log })
  const ada = await testApp.registerUser('ada')
  await testApp.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute()
  lines.length = 0
  const { headers, body } = await ada.get('/api/whoami/')
  await testApp.close()
  expect(body.request_id).toBe(headers['x-request-id'])
  const requestLines = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === body.request_id)
  expect(requestLines.map(({ msg, level }) => [msg, level])).toEqual([
    ['unhandled error', 50],
    ['request completed', 40],
  ])
})

it('logs the user, IP address, path and status of a request, but not its query string', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const testApp = await startApp({ TRUST_PROXY: 'loopback' }, { log })
  const ada = await testApp.registerUser('ada')
  lines.length = 0
  await ada.get('/api/users/?token=canary', { 'x-forwarded-for': '203.0.113.7' })
  await ada.get('/%zz?token=canary')
  await testApp.close()
  const [forbidden, malformed] = lines.map((line) => JSON.parse(line))
  expect(forbidden).toMatchObject({
    time: expect.any(Number),
    reqId: expect.any(String),
    method: 'GET',
    path: '/api/users/',
    status: 403,
    user: 1,
    from: '203.0.113.7',
  })
  expect(malformed).toMatchObject({ path: '/%zz', status: 400, reqId: expect.any(String) })
  expect(lines.join('')).not.toContain('canary')
})
