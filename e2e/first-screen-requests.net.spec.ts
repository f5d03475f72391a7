import { expect, type Page } from '@playwright/test'
import { register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

const OWN_REQUESTS = ['/api/whoami/', '/api/my-requests/']

test('the first screen of a later visit is requested while the app is loading', async ({ page, testApp }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await register(page.request, testApp, { username: uniqueName('ines'), first_name: 'Ines' })
  const heading = page.getByRole('heading', { name: 'Welcome, Ines' })
  await page.goto(testApp.baseUrl)
  await expect(heading).toBeVisible()
  await page.reload()
  const remembered = () => page.evaluate(() => localStorage.getItem('first_requests'))
  await expect.poll(remembered, { timeout: 30_000 }).toContain('"dashboard"')

  const requested = recordRequests(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect.poll(() => requested).toEqual(expect.arrayContaining(OWN_REQUESTS))
  expect(requested).not.toContain('/api/csrf/')

  await page.unroute('**/assets/*.js')
  // On another page, the aborted requests of this one report nothing anymore.
  await page.goto('about:blank')
  problems.length = 0
  requested.length = 0
  await page.goto(testApp.baseUrl)
  await expect(heading).toBeVisible()
  for (const path of OWN_REQUESTS) expect(requested.filter((each) => each === path)).toEqual([path])
  expect(problems).toEqual([])
})

/** The paths of all requests to the API from now on. */
function recordRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  })
  return paths
}
