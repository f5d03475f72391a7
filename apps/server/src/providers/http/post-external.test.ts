import { expect, it } from 'vitest'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { postExternal } from './post-external.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

const post = (url: string, more: object = {}) =>
  postExternal(
    { url, headers: { 'x-test': '1' }, body: 'hello', signal: undefined, mayBePrivate: true, ...more },
    () => NOW,
  )

it('tells how it ended by the status', async () => {
  await using box = await startWebhookReceiver()
  const ended = async (status: number, headers = {}) => {
    box.respondWith({ status, headers })
    return post(box.url)
  }
  expect(await ended(201)).toEqual({ kind: 'sent' })
  expect(box.received.at(-1)).toMatchObject({
    path: '/',
    headers: { 'x-test': '1' },
    body: Buffer.from('hello'),
  })
  expect(await ended(410)).toEqual({ kind: 'gone', status: 410 })
  expect(await ended(404)).toEqual({ kind: 'gone', status: 404 })
  expect(await ended(403)).toEqual({ kind: 'refused', reason: 'answered 403' })
  expect(await ended(429, { 'retry-after': '7' })).toMatchObject({ kind: 'later', retryAfterMs: 7000 })
  expect(await ended(503)).toMatchObject({ kind: 'later', retryAfterMs: null })
})

it('follows no redirect', async () => {
  await using box = await startWebhookReceiver()
  await using elsewhere = await startWebhookReceiver()
  box.respondWith({ status: 307, headers: { location: elsewhere.url } })
  expect(await post(box.url)).toEqual({ kind: 'refused', reason: 'answered 307' })
  expect(elsewhere.received).toEqual([])
})

it('goes to no address of this machine, by number or by name', async () => {
  await using box = await startWebhookReceiver()
  const { port } = new URL(box.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
    expect(await post(`http://${host}:${port}/`, { mayBePrivate: false })).toEqual({
      kind: 'refused',
      reason: 'the address is not of the internet at large',
    })
  }
  expect(box.received).toEqual([])
})

it('gives up where nobody answers', async () => {
  await using box = await startWebhookReceiver()
  box.respondWith(null)
  expect(await post(box.url, { timeoutMs: 50 })).toMatchObject({ kind: 'later' })
  expect(await post('http://127.0.0.1:9/')).toMatchObject({ reason: 'no answer (ECONNREFUSED)' })
  const stop = new AbortController()
  stop.abort()
  await expect(post(box.url, { signal: stop.signal })).rejects.toThrow('aborted')
})
