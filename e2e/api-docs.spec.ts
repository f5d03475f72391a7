import { expect } from '@playwright/test'
import { test } from './test-app.ts'

test('the reference of the calls opens under the page’s own policy and asks nobody outside', async ({
  page,
  testApp,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(testApp.address) || request.url().startsWith('data:')
    if (!isOurs) complaints.push(`asked ${request.url()}`)
  })

  await page.goto(`${testApp.address}/api/docs/`)
  await page.getByText('Signs in with a username or an email address').click()

  await expect(page.getByText('Open to anyone.').first()).toBeVisible()
  await expect(page.getByText('too_many_attempts').first()).toBeVisible()
  expect(complaints).toEqual([])
})
