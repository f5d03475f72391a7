import { createHook } from 'node:async_hooks'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodeBody } from './response-headers.ts'

const KB = 1024

function buildBody(bytes: number, seed = 0): Buffer {
  const words = Array.from({ length: bytes / 8 }, (_, index) => `${(index * 7919 + seed) % 99_991}`.padEnd(8))
  return Buffer.from(words.join(''))
}

/** Counts the compressions that are handed to other threads. */
async function countInThreads(run: () => Promise<unknown>) {
  let running = 0
  let total = 0
  let highest = 0
  const ids = new Set<number>()
  const hook = createHook({
    init(id, type) {
      if (type !== 'ZLIB') return
      ids.add(id)
      running += 1
      highest = Math.max(highest, running)
    },
    before(id) {
      if (!ids.delete(id)) return
      total += 1
      running -= 1
    },
  }).enable()
  await run()
  hook.disable()
  return { total, highest }
}

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('encodes small and large bodies as %s', async (encoding, decode) => {
  for (const body of [buildBody(2 * KB), buildBody(200 * KB)]) {
    const encoded = await encodeBody(body, encoding)
    expect(encoded.encoding).toBe(encoding)
    expect(encoded.body.length).toBeLessThan(body.length)
    expect(decode(encoded.body)).toEqual(body)
  }
})

it.each([2 * KB, 200 * KB])('compresses %i bytes with a window of 64 KB', async (bytes) => {
  const { body } = await encodeBody(buildBody(bytes), 'br')
  // The stream starts with a 0 bit for a window of 16 bits. Source: RFC 7932, 9.1.
  expect((body[0] ?? 1) & 1).toBe(0)
})

it('compresses small bodies without a thread', async () => {
  const { total } = await countInThreads(() => encodeBody(buildBody(16 * KB), 'br'))
  expect(total).toBe(0)
})

it('compresses at most two large bodies at the same time', async () => {
  const bodies = Array.from({ length: 40 }, (_, seed) => buildBody(64 * KB, seed))
  const { total, highest } = await countInThreads(() =>
    Promise.all(bodies.map((body) => encodeBody(body, 'br'))),
  )
  expect(total).toBe(40)
  expect(highest).toBeLessThanOrEqual(2)
})
