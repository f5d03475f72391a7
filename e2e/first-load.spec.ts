import { expect } from '@playwright/test'
import { test } from './test-app.ts'

test.use({ serviceWorkers: 'allow' })

test('the login screen loads without console errors or warnings', async ({ page, testApp }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))

  await page.goto(testApp.baseUrl)

  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(problems).toEqual([])
})

test('the theme is applied before the app scripts run', async ({ page, testApp }) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  const html = await (await page.request.get(testApp.baseUrl)).text()
  expect(html).toContain('<html lang="en" data-theme="neutral-pro">')

  // Block the app scripts, so that only the inline script can set the theme.
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(testApp.baseUrl)
  expect(await theme()).toBe('solarized-light')
  await page.evaluate(() => localStorage.setItem('theme', 'solarized-dark'))
  await page.reload()
  expect(await theme()).toBe('solarized-dark')
})
