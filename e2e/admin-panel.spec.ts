import { expect } from '@playwright/test'
import { createLeagueWithAdmin, postJson, register, uniqueName } from './accounts.ts'
import { openAdminTools, openSection } from './admin-tools.ts'
import { sharedTest as test } from './test-app.ts'

test('a league admin who is not site staff manages, exports and deletes the league', async ({
  page,
  testApp,
  browser,
}) => {
  const staff = await browser.newPage()
  const league = await createLeagueWithAdmin(staff.request, testApp)
  const [skipper, rowan, newName] = [uniqueName('skipper'), uniqueName('rowan'), uniqueName('Renamed')]
  await register(page.request, testApp, { username: rowan })
  await register(page.request, testApp, { username: skipper })
  await postJson(staff.request, testApp, '/api/assign-user/', {
    username: skipper,
    league: league.name,
    role: 'admin',
  })

  await openAdminTools(page, testApp.baseUrl, league.name)
  await expect(page.getByRole('link', { name: 'User Accounts' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import League' })).toHaveCount(0)
  const refresh = await openSection(page, 'Refresh from the provider')
  await expect(refresh.getByRole('button', { name: 'Refresh all leagues' })).toHaveCount(0)
  await refresh.getByRole('button', { name: `Refresh ${league.name}` }).click()
  await expect(refresh.getByText("ESPN didn't respond.").first()).toBeVisible()

  const assign = await openSection(page, 'Assign User to League')
  await assign.getByLabel('User', { exact: true }).fill(rowan)
  await page.keyboard.press('Tab')
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(assign.getByText(`${rowan} is now a player in ${league.name}.`)).toBeVisible()

  const members = await openSection(page, 'Members')
  await members.getByRole('button', { name: `Remove ${rowan}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(members.getByText(`${rowan} was removed from ${league.name}.`)).toBeVisible()

  const health = await openSection(page, 'Data Health')
  await expect(health.getByText(/Couldn't load.*ESPN didn't respond/).first()).toBeVisible()
  const upload = await openSection(page, 'Upload Seasons')
  await expect(upload.getByRole('link', { name: /template|scores/i }).first()).toBeVisible()

  const settings = await openSection(page, 'League Settings')
  await settings.getByLabel('League name').fill(newName)
  await settings.getByLabel('Enable the Betslip page').check()
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('League', { exact: true })).toHaveValue(newName)

  const activityLog = await openSection(page, 'Activity Log')
  await expect(activityLog.getByText(`renamed the league from ${league.name} to ${newName}`)).toBeVisible()
  await activityLog.getByLabel('Action').selectOption('league.remove-member')
  await expect(activityLog.getByRole('listitem')).toHaveCount(1)
  await expect(activityLog.getByRole('listitem')).toContainText(
    `${skipper} removed ${rowan}, who was a player`,
  )

  const exportSection = await openSection(page, 'Export or Delete League')
  const download = page.waitForEvent('download')
  await exportSection.getByRole('link', { name: `Download the ${newName} archive` }).click()
  const archive = await (await download).path()
  await exportSection.getByLabel(`Type “${newName}” to confirm`).fill(newName)
  await exportSection.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByLabel('League', { exact: true }).first()).toContainText('No leagues yet')

  await staff.goto(testApp.baseUrl)
  await staff.getByRole('button', { name: 'Admin Tools' }).click()
  const importSection = await openSection(staff, 'Import League')
  await importSection.getByLabel('Archive').setInputFiles(archive)
  await importSection.getByRole('button', { name: 'Import league' }).click()
  await expect(importSection.getByText(`League ${newName} imported.`)).toBeVisible()
  await expect(staff.getByLabel('League', { exact: true })).toHaveValue(newName)
})
