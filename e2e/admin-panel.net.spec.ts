import { expect } from '@playwright/test'
import { createLeagueWithAdmin, postJson, register, signIn, uniqueName } from './accounts.ts'
import { openAdminTools, openSection } from './admin-tools.ts'
import { sharedTest as test } from './test-app.ts'

test('site staff see every section, with site admin controls disabled', async ({
  page,
  testApp,
  browser,
}) => {
  const siteAdmin = await browser.newPage()
  const league = await createLeagueWithAdmin(siteAdmin.request, testApp)
  const [staff, rowan] = [uniqueName('staff'), uniqueName('rowan')]
  await register(page.request, testApp, { username: rowan })
  await postJson(page.request, testApp, '/api/request-league/', {
    league: league.name,
    message: 'Let me in.',
  })
  await register(page.request, testApp, { username: staff })
  await postJson(siteAdmin.request, testApp, '/api/users/set-staff/', { username: staff, is_staff: true })

  await openAdminTools(page, testApp.baseUrl, league.name)
  await page.getByRole('button', { name: `Approve ${rowan}` }).click()
  await expect(page.getByText(`${rowan} joined ${league.name} as a player.`)).toBeVisible()

  const cookies = await openSection(page, 'Provider Cookies')
  await expect(cookies.getByText('SWID').first()).toBeVisible()
  const accounts = await openSection(page, 'User Accounts')
  await accounts.getByLabel('Find a user').fill(rowan)
  await accounts.getByRole('listitem').getByText(rowan).click()
  await expect(accounts.getByLabel(`Site staff: ${rowan}`)).toBeDisabled()
  await accounts.getByLabel('Account').fill(rowan)
  await accounts.getByLabel('New password').fill('another long secret')
  await accounts.getByRole('button', { name: 'Reset password' }).click()
  await expect(accounts.getByRole('status').or(accounts.getByText(rowan)).first()).toBeVisible()

  const createSection = await openSection(page, 'Create New League')
  const newLeague = uniqueName('New')
  await createSection.getByLabel('League name').fill(newLeague)
  await createSection.getByLabel('ESPN league ID or URL').fill('4321')
  await createSection.getByRole('button', { name: 'Create league' }).click()
  await expect(page.getByLabel('League', { exact: true })).toHaveValue(newLeague)
  const activityLog = await openSection(page, 'Activity Log')
  await activityLog.getByLabel('User').fill(staff)
  await page.keyboard.press('Tab')
  await expect(activityLog.getByText(`created the league ${newLeague}`)).toBeVisible()
  await expect(activityLog.getByText(`reset ${rowan}'s password`)).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, rowan, 'another long secret')
  await expect(page.getByRole('button', { name: league.name })).toBeVisible()
})
