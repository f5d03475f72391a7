import { type BrowserContext, expect, type Page } from '@playwright/test'
import { PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { listCachedPaths, waitForServiceWorker } from './service-worker.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

const SIGN_OUT = '/api/logout/'

test.use({ serviceWorkers: 'allow' })

test('a sign-out whose request is lost is sent before any other request', async ({
  page,
  context,
  testApp,
}) => {
  const proxy = await startReverseProxy(testApp)
  const proxiedApp: TestApp = { ...testApp, baseUrl: proxy.baseUrl }
  const username = await openDashboard(page, proxiedApp)
  proxy.lose(SIGN_OUT)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectSignedOut(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.reload()
  await expectSignedOut(page)
  const otherTab = await context.newPage()
  await otherTab.goto(proxy.baseUrl)
  await expectSignedOut(otherTab)
  // Not even a request outside of the app is answered for the previous user.
  expect(await fetchUsername(context, proxiedApp)).toBeNull()

  // Either tab may be the one that sends the sign-out again, but not both, although both notice the connection. The
  // browser reports the requests of several tabs in another order than the server gets them.
  const requests = proxy.recordRequests(SIGN_OUT)
  proxy.lose(undefined)
  const tabs = [page, otherTab]
  await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await signIn(page, username, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
  // The sign-in screen lists the providers of the site, which concerns nobody.
  const ofUsers = requests.filter((request) => request !== 'GET /api/auth/oidc/providers/')
  expect(ofUsers.slice(0, 2)).toEqual([`POST ${SIGN_OUT}`, 'POST /api/login/'])
  expect(ofUsers.filter((request) => request === `POST ${SIGN_OUT}`)).toHaveLength(1)
  expect(await fetchUsername(context, proxiedApp)).toBe(username)
  await proxy.close()
})

test('a sign-out while offline holds when the connection returns', async ({ page, context, testApp }) => {
  await openDashboard(page, testApp)
  const session = (await context.cookies()).find(({ name }) => name === 'sessionid')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/You're offline/)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectSignedOut(page)
  await expect.poll(() => listCachedPaths(page)).toEqual([])
  await page.reload()
  await expectSignedOut(page)

  await context.setOffline(false)
  await expectSignOutSent(context)
  await expectSignedOut(page)
  await page.reload()
  await expectSignedOut(page)
  // The server has ended the session, so that its cookie is worthless.
  await context.addCookies([{ ...session, name: 'sessionid', value: session?.value ?? '' }])
  expect(await fetchUsername(context, testApp)).toBeNull()
})

test('a sign-out while the server is stopped holds when it is back', async ({ page, context, testApp }) => {
  const proxy = await startReverseProxy(testApp)
  const proxiedApp: TestApp = { ...testApp, baseUrl: proxy.baseUrl }
  await openDashboard(page, proxiedApp)
  proxy.setAvailable(false)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectSignedOut(page)
  await page.reload()
  await expectSignedOut(page)
  await page.close()

  proxy.setAvailable(true)
  const nextVisit = await context.newPage()
  await nextVisit.goto(proxy.baseUrl)
  await expectSignOutSent(context)
  await expectSignedOut(nextVisit)
  expect(await fetchUsername(context, proxiedApp)).toBeNull()
  await proxy.close()
})

/** Creates an account and opens its dashboard, with the service worker in control. Returns the username. */
async function openDashboard(page: Page, testApp: TestApp): Promise<string> {
  const username = uniqueName('ines')
  await register(page.request, testApp, { username, first_name: 'Ines' })
  await page.goto(testApp.baseUrl)
  await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
  await waitForServiceWorker(page)
  await expect.poll(() => listCachedPaths(page)).toContain('/api/whoami/')
  return username
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Ines')).toHaveCount(0)
}

/** Waits until the server has cleared the cookies of the session and of the pending sign-out. */
async function expectSignOutSent(context: BrowserContext): Promise<void> {
  const cookieNames = async () => (await context.cookies()).map(({ name }) => name)
  // Two stay: a known device tells its failed logins from those of others, and the server renders for its size.
  await expect.poll(cookieNames, { timeout: 30_000 }).toEqual(['csrftoken', 'device', 'page'])
  const page = (await context.cookies()).find(({ name }) => name === 'page')
  expect([...new URLSearchParams(page?.value).keys()]).toEqual(['zone', 'theme', 'width'])
}

/** The user that the server sees in a request with the browser's cookies; null when signed out. */
async function fetchUsername({ request }: BrowserContext, testApp: TestApp): Promise<string | null> {
  const response = await request.get(`${testApp.baseUrl}/api/whoami/`)
  return ((await response.json()) as { username: string | null }).username
}
