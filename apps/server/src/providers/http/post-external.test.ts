import { expect, it } from 'vitest'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { postExternal } from './public-hosts.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

const post = (url: string, overrides: object = {}) =>
  postExternal(
    { url, headers: { 'x-test': '1' }, body: 'hello', signal: undefined, mayBePrivate: true, ...overrides },
    () => NOW,
  )

it('maps the response status to a delivery result', async () => {
  await using receiver = await startWebhookReceiver()
  const resultFor = async (status: number, headers = {}) => {
    receiver.respondWith({ status, headers })
    return post(receiver.url)
  }
  expect(await resultFor(201)).toEqual({ kind: 'sent' })
  expect(receiver.received.at(-1)).toMatchObject({
    path: '/',
    headers: { 'x-test': '1' },
    body: Buffer.from('hello'),
  })
  expect(await resultFor(410)).toEqual({ kind: 'gone', status: 410 })
  expect(await resultFor(404)).toEqual({ kind: 'gone', status: 404 })
  expect(await resultFor(403)).toEqual({ kind: 'refused', reason: 'HTTP 403' })
  expect(await resultFor(429, { 'retry-after': '7' })).toMatchObject({ kind: 'later', retryAfterMs: 7000 })
  expect(await resultFor(503)).toMatchObject({ kind: 'later', retryAfterMs: null })
})

it('does not follow redirects', async () => {
  await using receiver = await startWebhookReceiver()
  await using otherReceiver = await startWebhookReceiver()
  receiver.respondWith({ status: 307, headers: { location: otherReceiver.url } })
  expect(await post(receiver.url)).toEqual({ kind: 'refused', reason: 'HTTP 307' })
  expect(otherReceiver.received).toEqual([])
})

it('sends nothing to a loopback address, given as a number or as a name', async () => {
  await using receiver = await startWebhookReceiver()
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
    expect(await post(`http://${host}:${port}/`, { mayBePrivate: false })).toEqual({
      kind: 'refused',
      reason: 'the URL is not a public internet address',
    })
  }
  expect(receiver.received).toEqual([])
})

it('suggests a retry on a timeout or a refused connection, and rejects when aborted', async () => {
  await using receiver = await startWebhookReceiver()
  receiver.respondWith(null)
  expect(await post(receiver.url, { timeoutMs: 50 })).toMatchObject({ kind: 'later' })
  expect(await post('http://127.0.0.1:9/')).toMatchObject({ reason: 'no response (ECONNREFUSED)' })
  const controller = new AbortController()
  controller.abort()
  await expect(post(receiver.url, { signal: controller.signal })).rejects.toThrow('aborted')
})
