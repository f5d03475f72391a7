import { expect } from '@playwright/test'
import { test } from './test-app.ts'

test('the API reference opens without console errors or requests to other hosts', async ({
  page,
  testApp,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('request', (request) => {
    const isLocal = request.url().startsWith(testApp.baseUrl) || request.url().startsWith('data:')
    if (!isLocal) problems.push(`requested ${request.url()}`)
  })

  await page.goto(`${testApp.baseUrl}/api/docs/`)
  await page.getByText('Signs in with a username or an email address').click()

  await expect(page.getByText('Open to anyone.').first()).toBeVisible()
  await expect(page.getByText('too_many_attempts').first()).toBeVisible()
  expect(problems).toEqual([])
})
