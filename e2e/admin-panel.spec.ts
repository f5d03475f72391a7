import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postJson, register, signIn, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

async function openPanel(page: Page, address: string, league: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await page.getByLabel('League', { exact: true }).selectOption(league)
}

/** A section of the panel, unfolded. */
async function openSection(page: Page, title: string) {
  const heading = page.getByRole('heading', { name: title, level: 2 })
  const fold = page.locator('details').filter({ has: heading }).first()
  if ((await fold.getAttribute('open')) === null) await heading.click()
  return fold
}

test('an admin of a league, who is not staff, runs it and takes it away', async ({
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

  await openPanel(page, testApp.address, league.name)
  await expect(page.getByRole('heading', { name: 'User Accounts' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Import League' })).toHaveCount(0)
  const refresh = await openSection(page, 'Refresh from the provider')
  await expect(refresh.getByRole('button', { name: 'Refresh all leagues' })).toHaveCount(0)
  await refresh.getByRole('button', { name: `Refresh ${league.name}` }).click()
  await expect(refresh.getByText('ESPN did not answer.').first()).toBeVisible()

  const assign = await openSection(page, 'Assign User to League')
  await assign.getByLabel('User', { exact: true }).fill(rowan)
  await page.keyboard.press('Tab')
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(assign.getByText(`${rowan} is now player of ${league.name}.`)).toBeVisible()

  const members = await openSection(page, 'Members')
  await members.getByRole('button', { name: `Remove ${rowan}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(members.getByText(`${rowan} is no member of ${league.name} any more.`)).toBeVisible()

  const health = await openSection(page, 'Data Health')
  await expect(health.getByText(/is not stored.*ESPN did not answer/).first()).toBeVisible()
  const upload = await openSection(page, 'Upload Seasons')
  await expect(upload.getByRole('link', { name: /template|scores/i }).first()).toBeVisible()

  const settings = await openSection(page, 'League Settings')
  await settings.getByLabel('League name').fill(newName)
  await settings.getByLabel('The league has the Betslip page').check()
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('League', { exact: true })).toHaveValue(newName)

  const record = await openSection(page, 'Record of Acts')
  await expect(record.getByText(`renamed ${league.name} to ${newName}`)).toBeVisible()
  await record.getByLabel('What').selectOption('league.remove-member')
  await expect(record.getByRole('listitem')).toHaveCount(1)
  await expect(record.getByRole('listitem')).toContainText(`${skipper} removed ${rowan}, who was player`)

  const end = await openSection(page, 'Export or Delete League')
  const download = page.waitForEvent('download')
  await end.getByRole('link', { name: `Download the archive of ${newName}` }).click()
  const archive = await (await download).path()
  await end.getByLabel(`Type “${newName}” to delete it`).fill(newName)
  await end.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByLabel('League', { exact: true })).toContainText('No leagues yet')

  await staff.goto(testApp.address)
  await staff.getByRole('button', { name: 'Admin Tools' }).click()
  const back = await openSection(staff, 'Import League')
  await back.getByLabel('Archive').setInputFiles(archive)
  await back.getByRole('button', { name: 'Import league' }).click()
  await expect(back.getByText(`League ${newName} imported.`)).toBeVisible()
  await expect(staff.getByLabel('League', { exact: true })).toHaveValue(newName)
})

test('staff see every section, and what is not theirs is closed', async ({ page, testApp, browser }) => {
  const boss = await browser.newPage()
  const league = await createLeagueWithAdmin(boss.request, testApp)
  const [keeper, rowan] = [uniqueName('keeper'), uniqueName('rowan')]
  await register(page.request, testApp, { username: rowan })
  await postJson(page.request, testApp, '/api/request-league/', {
    league: league.name,
    message: 'Let me in.',
  })
  await register(page.request, testApp, { username: keeper })
  await postJson(boss.request, testApp, '/api/users/set-staff/', { username: keeper, is_staff: true })

  await openPanel(page, testApp.address, league.name)
  await page.getByRole('button', { name: `Approve ${rowan}` }).click()
  await expect(page.getByText(`${rowan} is now player of ${league.name}.`)).toBeVisible()

  const cookies = await openSection(page, 'Provider Cookies')
  await expect(cookies.getByText('SWID').first()).toBeVisible()
  const accounts = await openSection(page, 'User Accounts')
  await accounts.getByLabel('Find a user').fill(rowan)
  await expect(accounts.getByLabel(`Site staff: ${rowan}`)).toBeDisabled()
  await accounts.getByLabel('Account').fill(rowan)
  await accounts.getByLabel('New password').fill('another long secret')
  await accounts.getByRole('button', { name: 'Reset password' }).click()
  await expect(accounts.getByRole('status').or(accounts.getByText(rowan)).first()).toBeVisible()

  const create = await openSection(page, 'Create New League')
  const made = uniqueName('Made')
  await create.getByLabel('League name').fill(made)
  await create.getByLabel('ESPN league id or address').fill('4321')
  await create.getByRole('button', { name: 'Create league' }).click()
  await expect(page.getByLabel('League', { exact: true })).toHaveValue(made)
  const record = await openSection(page, 'Record of Acts')
  await record.getByLabel('Who').fill(keeper)
  await expect(record.getByText(`created the league ${made}`)).toBeVisible()
  await expect(record.getByText(`reset the password of ${rowan}`)).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, rowan, 'another long secret')
  await expect(page.getByRole('button', { name: league.name })).toBeVisible()
})
