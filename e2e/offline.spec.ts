import { expect } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createSeasonLeague } from './season-league.ts'
import { listCachedPaths, waitForServiceWorker } from './service-worker.ts'
import { sharedTest as test } from './test-app.ts'

const LEAGUE_ID = 1446375

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ serviceWorkers: 'allow' })

test('viewed league data is available offline and is deleted at sign-out', async ({
  page,
  context,
  testApp,
}) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  await page.goto(testApp.baseUrl)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: 'Standings' }).click()
  const table = page.getByRole('table', { name: 'Current standings' })
  const firstTeam = table.getByRole('row').nth(1)
  await expect(firstTeam).toBeVisible()
  const onlineTable = await table.innerText()
  await expect.poll(() => listCachedPaths(page)).toContain(`${encodeURI(league.apiPath)}/standings/`)

  await context.setOffline(true)
  await page.reload()
  await expect(firstTeam).toBeVisible()
  expect(await table.innerText()).toBe(onlineTable)
  await expect(page.getByText(/^You're offline\. Showing data from \d+:\d\d\s[AP]M\.$/)).toBeVisible()
  // A tab whose chunk has not been used before.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('main')).toContainText("We couldn't reach the server.", { timeout: 60_000 })
  await page.getByRole('tab', { name: 'Standings' }).click()

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/You're offline/)).toHaveCount(0)
  await expect(firstTeam).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listCachedPaths(page)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(league.name)).toHaveCount(0)
})
