import { expect } from '@playwright/test'
import { test } from './test-app.ts'

test.use({ serviceWorkers: 'allow' })

test('shows the login screen, and the browser has nothing to complain of', async ({ page, testApp }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))

  await page.goto(testApp.address)

  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('has its theme before anything of the page is drawn', async ({ page, testApp }) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  const sent = await (await page.request.get(testApp.address)).text()
  expect(sent).toContain('<html lang="en" data-theme="neutral-pro">')

  // Without its scripts the page draws nothing; what is there by then was there first.
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(testApp.address)
  expect(await theme()).toBe('solarized-light')
  await page.evaluate(() => localStorage.setItem('theme', 'solarized-dark'))
  await page.reload()
  expect(await theme()).toBe('solarized-dark')
})
