import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuiltPage } from '../testing/built-page-fixture.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const SCRIPT = 'assets/app-1a2b3c.js'
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'

let page: ReturnType<typeof createBuiltPage>
let testApp: TestApp
let script: string
beforeAll(async () => {
  page = createBuiltPage()
  script = readFileSync(join(page.folder, SCRIPT), 'utf8')
  writeFileSync(join(page.folder, `${SCRIPT}.br`), brotliCompressSync(script))
  writeFileSync(join(page.folder, `${SCRIPT}.gz`), gzipSync(script))
  testApp = await startApp({}, { pageFolder: page.folder })
})
afterAll(async () => {
  await testApp.close()
  page.remove()
})

const fetchPage = (url: string, accepted: string) =>
  testApp.app.inject({ url, headers: { 'accept-encoding': accepted } })

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'serves a client that accepts %s the precompressed %s file, cacheable forever',
  async (accepted, encoding, decompress) => {
    const { statusCode, headers, rawPayload } = await fetchPage(`/${SCRIPT}`, accepted)
    expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([
      200,
      encoding,
      IMMUTABLE_CACHE,
    ])
    expect(headers['vary']).toMatch(/accept-encoding/i)
    expect(decompress(rawPayload).toString()).toBe(script)
  },
)

it('serves the uncompressed file to a client that accepts no compression', async () => {
  const { headers, body } = await fetchPage(`/${SCRIPT}`, 'identity')
  expect([headers['content-encoding'], headers['cache-control'], body]).toEqual([
    undefined,
    IMMUTABLE_CACHE,
    script,
  ])
})

it.each(['/join/AbC_-123', '/join/AbC_-123/'])('serves the document at the invite link %s', async (url) => {
  const { statusCode, headers, body } = await fetchPage(url, 'identity')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(body).toBe((await fetchPage('/', 'identity')).body)
})

it('makes browsers revalidate the document on each visit', async () => {
  const first = await fetchPage('/', 'identity')
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await testApp.app.inject({
    url: '/',
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(again.statusCode).toBe(304)
})
