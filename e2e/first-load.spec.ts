import { expect } from '@playwright/test'
import { sharedTest as test } from './test-app.ts'

test.use({ serviceWorkers: 'allow' })

test('the login screen loads without console errors or warnings', async ({ page, testApp }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))

  await page.goto(testApp.baseUrl)

  // What the document paints first is replaced by the app.
  await expect(page.locator('.first-screen')).toHaveCount(0)
  await expect(page.getByLabel('Username')).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toBeEditable()
  expect(problems).toEqual([])
})
