import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp } from '../testing/start-app.ts'

const PROXY = '10.1.2.3'

async function requestIdFor(
  sent: string | undefined,
  { from = PROXY, trusted = '10.0.0.0/8' as string | undefined },
) {
  const world = await startApp({ TRUST_PROXY: trusted })
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  const answer = await world.app.inject({ url: '/api/whoami/', headers, remoteAddress: from })
  await world.close()
  return answer.headers['x-request-id']
}

it.each(['7d3f1c9e-5b7a-4a51-9f1e-0c2b8a6d4e10', 'Root=1-67891233-abcdef012345678912345678'])(
  'the proxy that is trusted names a request %s',
  async (id) => {
    expect(await requestIdFor(id, {})).toBe(id)
  },
)

it.each<[what: string, sent: string | undefined, more: { from?: string; trusted?: string | undefined }]>([
  ['none is sent', undefined, {}],
  ['it is too short to tell requests apart', '1234567', {}],
  ['it is too long', 'a'.repeat(129), {}],
  ['it has what no name has', 'abcdefgh"} {"level', {}],
  ['somebody else sends it', 'abcdefgh', { from: '203.0.113.7' }],
  ['no proxy is trusted', 'abcdefgh', { trusted: undefined, from: '127.0.0.1' }],
])('a request has a random name where %s', async (_, sent, more) => {
  expect(await requestIdFor(sent, more)).toMatch(/^[\w-]{36}$/)
})

it('a request has one name: in its answer, in the answer of a defect, and in every line of the log', async () => {
  const { log, lines } = createMemoryLog()
  const world = await startApp({}, { log })
  const visitor = await world.registerUser('ada')
  await world.db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute()
  lines.length = 0
  const { headers, body } = await visitor.get('/api/whoami/')
  await world.close()
  expect(body.request_id).toBe(headers['x-request-id'])
  const told = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === body.request_id)
  expect(told.map(({ msg }) => msg)).toEqual(['a defect', 'answered'])
})

it('the line of an answer tells who asked, from where, for what, and how it ended', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const world = await startApp({ TRUST_PROXY: 'loopback' }, { log })
  const visitor = await world.registerUser('ada')
  lines.length = 0
  await visitor.get('/api/users/?token=canary', { 'x-forwarded-for': '203.0.113.7' })
  await visitor.get('/%zz?token=canary')
  await world.close()
  const [refused, malformed] = lines.map((line) => JSON.parse(line))
  expect(refused).toMatchObject({
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
