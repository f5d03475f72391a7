import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ROOT } from './program.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

/** A certificate that nobody trusts, for tests. */
const CERTIFICATE_FOLDER = join(ROOT, 'node_modules/autocannon/test')

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ ignoreHTTPSErrors: true })

test('the host of a team’s logo learns neither who looks nor from where', async ({ page, testApp }) => {
  const asked: IncomingHttpHeaders[] = []
  const logos = await startHttpsServer((request, response) => {
    asked.push(request.headers)
    response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
  })
  // A proxy as people have one, and a page beside the product that has not its headers.
  const site = await startHttpsServer(({ url = '/' }, response) => {
    if (url === '/beside')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Beside</title>')
    else void proxyRequest(testApp, url, response)
  })
  // Known to the host, and of our site as far as cookies go: what any page would send along.
  await page.context().addCookies([{ name: 'known', value: 'yes', url: logos.address }])

  await page.goto(`${site.address}/beside`)
  expect(await loadImageWidth(page, `${logos.address}/logo.png`)).toBe(1)
  await page.goto(site.address)
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await loadImageWidth(page, `${logos.address}/logo.png?ours`)).toBe(1)
  logos.close()
  site.close()

  const [fromBeside, fromOurs] = asked
  expect([fromBeside?.cookie, fromBeside?.referer]).toEqual(['known=yes', `${site.address}/`])
  expect(fromOurs).toBeDefined()
  expect([fromOurs?.cookie, fromOurs?.referer, fromOurs?.origin]).toEqual([undefined, undefined, undefined])
})

async function startHttpsServer(answer: RequestListener) {
  const key = readFileSync(join(CERTIFICATE_FOLDER, 'key.pem'))
  const cert = readFileSync(join(CERTIFICATE_FOLDER, 'cert.pem'))
  const server = createServer({ key, cert, passphrase: 'test' }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function proxyRequest({ address }: TestApp, url: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(`${address}${url}`, { headers: { 'accept-encoding': 'identity' } })
  response
    .writeHead(answer.status, Object.fromEntries(answer.headers))
    .end(Buffer.from(await answer.arrayBuffer()))
}

/** Shows a picture in the page; its width, or 0 when it did not come. */
function loadImageWidth(page: Page, address: string): Promise<number> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode().catch(() => undefined)
    return image.naturalWidth
  }, address)
}
