import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ROOT } from './program.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

/** Contains an untrusted test certificate. */
const CERTIFICATE_FOLDER = join(ROOT, 'node_modules/autocannon/test')

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ ignoreHTTPSErrors: true })

test('requests for team logos send no cookies, referrer or origin', async ({ page, testApp }) => {
  const receivedHeaders: IncomingHttpHeaders[] = []
  const logos = await startHttpsServer((request, response) => {
    receivedHeaders.push(request.headers)
    response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
  })
  // A reverse proxy for the app, with one extra page that does not have the app's security headers.
  const site = await startHttpsServer(({ url = '/' }, response) => {
    if (url === '/plain') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Plain</title>')
    else void proxyRequest(testApp, url, response)
  })
  // A same-site cookie of the logo host, which an ordinary page would send.
  await page.context().addCookies([{ name: 'known', value: 'yes', url: logos.url }])

  await page.goto(`${site.url}/plain`)
  expect(await loadImageWidth(page, `${logos.url}/logo.png`)).toBe(1)
  await page.goto(site.url)
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await loadImageWidth(page, `${logos.url}/logo.png?app`)).toBe(1)
  logos.close()
  site.close()

  const [fromPlainPage, fromApp] = receivedHeaders
  expect([fromPlainPage?.cookie, fromPlainPage?.referer]).toEqual(['known=yes', `${site.url}/`])
  expect(fromApp).toBeDefined()
  expect([fromApp?.cookie, fromApp?.referer, fromApp?.origin]).toEqual([undefined, undefined, undefined])
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

async function proxyRequest(testApp: TestApp, path: string, response: ServerResponse): Promise<void> {
  const upstream = await fetch(`${testApp.baseUrl}${path}`, { headers: { 'accept-encoding': 'identity' } })
  response
    .writeHead(upstream.status, Object.fromEntries(upstream.headers))
    .end(Buffer.from(await upstream.arrayBuffer()))
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
