import { expect } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

test('a new user registers, requests to join a league, and opens it after approval', async ({
  page,
  testApp,
  request,
}) => {
  const league = await createLeagueWithAdmin(request, testApp)
  const username = uniqueName('rowan')

  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Create one' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('First name').fill('Rowan')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Rowan' })).toBeVisible()
  await expect(page.getByText("You're not in a league yet.")).toBeVisible()

  await page.getByRole('button', { name: 'Request to join a league' }).click()
  await page.getByLabel('League (optional)').selectOption(league.name)
  await page.getByLabel('Message (optional)').fill('The commissioner knows me.')
  await page.getByRole('button', { name: 'Request to Join' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: league.name })).toContainText('Pending')
  await expect(page.getByLabel('Message (optional)')).toHaveValue('')
  await page.getByRole('button', { name: 'Fieldhouse' }).click()
  await expect(page.getByText(`You requested to join ${league.name}.`)).toBeVisible()

  await league.approveRequest(username)
  await page.reload()
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('heading', { name: league.name, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(`Overview · ${league.name} · Fieldhouse`)
})
