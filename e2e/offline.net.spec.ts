import { type BrowserContext, expect, type Page } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { SLOW_PATH, startReverseProxy } from './reverse-proxy.ts'
import { createSeasonLeague } from './season-league.ts'
import { listCachedPaths, waitForServiceWorker } from './service-worker.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

const LEAGUE_ID = 1446375

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ serviceWorkers: 'allow' })

test('cached data is deleted when the session ended elsewhere', async ({ page, context, testApp }) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await page.goto(testApp.baseUrl)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: 'Standings' }).click()
  await expect.poll(() => listCachedPaths(page)).toContain(`${encodeURI(league.apiPath)}/standings/`)
  await context.clearCookies()
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listCachedPaths(page)).toEqual([])
})

test('a new version waits for the user to reload and does not break open pages', async ({
  page,
  context,
  testApp,
}) => {
  const proxy = await startReverseProxy(testApp)
  const proxiedApp: TestApp = { ...testApp, baseUrl: proxy.baseUrl }
  const league = await createSeasonLeague(page.request, proxiedApp, LEAGUE_ID)
  await page.goto(proxy.baseUrl)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const otherPage = await openPage(context, proxy.baseUrl)

  proxy.deployNewBuild()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('New version available')).toBeVisible({ timeout: 60_000 })
  // The server no longer has the chunk of this tab.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText(/seasons?/i)

  // A pending request keeps the old worker busy, which then cannot be replaced.
  await page.evaluate((path) => void fetch(path).catch(() => undefined), SLOW_PATH)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('New version available')).toHaveCount(0)
  await expect(otherPage.getByRole('button', { name: 'Reload' })).toBeVisible()
  await otherPage.getByRole('tab', { name: 'Standings' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Standings' })).toBeVisible()
  await proxy.close()
})

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}
