import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuiltPage } from '../testing/a-built-page.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

const SCRIPT = 'assets/app-1a2b3c.js'
const FOR_EVER = 'public, max-age=31536000, immutable'

let page: ReturnType<typeof aBuiltPage>
let world: TestApp
let script: string
beforeAll(async () => {
  page = aBuiltPage()
  script = readFileSync(join(page.folder, SCRIPT), 'utf8')
  writeFileSync(join(page.folder, `${SCRIPT}.br`), brotliCompressSync(script))
  writeFileSync(join(page.folder, `${SCRIPT}.gz`), gzipSync(script))
  world = await startApp({}, { pageFolder: page.folder })
})
afterAll(async () => {
  await world.close()
  page.remove()
})

const ask = (url: string, accepted: string) =>
  world.app.inject({ url, headers: { 'accept-encoding': accepted } })

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'sends to who takes %s what the build has compressed as %s, for ever',
  async (accepted, form, read) => {
    const { statusCode, headers, rawPayload } = await ask(`/${SCRIPT}`, accepted)
    expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([200, form, FOR_EVER])
    expect(headers['vary']).toMatch(/accept-encoding/i)
    expect(read(rawPayload).toString()).toBe(script)
  },
)

it('sends it as it is to who takes nothing compressed', async () => {
  const { headers, body } = await ask(`/${SCRIPT}`, 'identity')
  expect([headers['content-encoding'], headers['cache-control'], body]).toEqual([undefined, FOR_EVER, script])
})

it('lets browsers ask each time whether the document itself is still the same', async () => {
  const first = await ask('/', 'identity')
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await world.app.inject({
    url: '/',
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(again.statusCode).toBe(304)
})
