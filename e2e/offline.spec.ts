import { type BrowserContext, expect, type Page } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES, sharedTest as test } from './captures.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { createSeasonLeague } from './season-league.ts'

const LEAGUE_ID = 1446375

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ serviceWorkers: 'allow' })
// Each fills its device with all files of the page first.
test.describe.configure({ timeout: 300_000 })

test('what was seen of a league is read offline, and leaves the device at sign-out', async ({
  page,
  context,
  testApp,
}) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  await page.goto(testApp.address)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: 'Standings' }).click()
  const first = page.getByRole('table').getByRole('row').nth(1)
  await expect(first).toBeVisible()
  const seen = await page.getByRole('table').first().innerText()
  await expect.poll(() => listCachedPaths(page)).toContain(`${encodeURI(league.path)}/standings/`)

  await context.setOffline(true)
  await page.reload()
  await expect(first).toBeVisible()
  expect(await page.getByRole('table').first().innerText()).toBe(seen)
  await expect(page.getByText(/^You are offline\. This is as of \d+:\d\d\s[AP]M\.$/)).toBeVisible()
  // A tab whose file was never needed until now.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('main')).toContainText('The server could not be reached.', { timeout: 60_000 })
  await page.getByRole('tab', { name: 'Standings' }).click()

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  await expect(first).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listCachedPaths(page)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(league.name)).toHaveCount(0)
})

test('a session that ends elsewhere takes what was kept with it', async ({ page, context, testApp }) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await page.goto(testApp.address)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: 'Standings' }).click()
  await expect.poll(() => listCachedPaths(page)).toContain(`${encodeURI(league.path)}/standings/`)
  await context.clearCookies()
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listCachedPaths(page)).toEqual([])
})

test('a new version waits to be wanted, and breaks no open page', async ({ page, context, testApp }) => {
  const door = await startReverseProxy(testApp)
  const behind = { ...testApp, address: door.address }
  const league = await createSeasonLeague(page.request, behind, LEAGUE_ID)
  await page.goto(door.address)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const other = await openPage(context, door.address)

  door.deployNewBuild()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('A new version is here.')).toBeVisible({ timeout: 60_000 })
  // The server has this file no longer.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText(/seasons?/i)

  const isReloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await isReloaded
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('A new version is here.')).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Reload' })).toBeVisible()
  await other.getByRole('tab', { name: 'Standings' }).click()
  await expect(other.getByRole('heading', { name: 'Standings' })).toBeVisible()
  await door.close()
})

async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** The page is served by its worker from now on. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  })
}

/** The addresses of all calls whose answers are on the device. */
function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  })
}
