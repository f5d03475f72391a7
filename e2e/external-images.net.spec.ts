import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ROOT } from './program.ts'
import { sharedTest as test } from './test-app.ts'

/** Contains an untrusted test certificate. */
const CERTIFICATE_FOLDER = join(ROOT, 'node_modules/autocannon/test')

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ ignoreHTTPSErrors: true })

test('the page loads no picture from another host', async ({ page, testApp }) => {
  let requests = 0
  const host = await startHttpsServer((_, response) => {
    requests += 1
    response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
  })
  // A page without the app's security headers would load it.
  await page.goto(`${host.url}/`)
  expect(await loadImageWidth(page, `${host.url}/logo.png`)).toBe(1)
  const requestsOfOtherPages = requests

  await page.goto(testApp.baseUrl)
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await loadImageWidth(page, `${host.url}/logo.png?app`)).toBe(0)
  expect(requests).toBe(requestsOfOtherPages)
  host.close()
})

async function startHttpsServer(listener: RequestListener) {
  const key = readFileSync(join(CERTIFICATE_FOLDER, 'key.pem'))
  const cert = readFileSync(join(CERTIFICATE_FOLDER, 'cert.pem'))
  const server = createServer({ key, cert, passphrase: 'test' }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Loads an image in the page and returns its width; 0 when it fails to load. */
function loadImageWidth(page: Page, url: string): Promise<number> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode().catch(() => undefined)
    return image.naturalWidth
  }, url)
}
