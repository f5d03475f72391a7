import { expect } from '@playwright/test'
import { PASSWORD, postJson, register, signIn, uniqueName } from './accounts.ts'
import { openSection } from './admin-tools.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { captureTest as test } from './test-app.ts'

const LEAGUE = 'Sunday Night Lights'

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('an admin approves a join request and assigns a team, which the new member then sees', async ({
  page,
  testApp,
  request,
  browser,
}) => {
  const rowan = uniqueName('rowan')
  const postAsAdmin = (path: string, body: object) => postJson(page.request, testApp, path, body)
  await postAsAdmin('/api/register/', {
    username: 'boss',
    password: PASSWORD,
    role: 'admin',
    admin_code: testApp.adminCode,
  })
  await postAsAdmin('/api/create-league/', { name: LEAGUE, espn_league_id: 18254195 })
  await postAsAdmin('/api/refresh-espn/', { name: LEAGUE, season: 2025 })
  await register(request, testApp, { username: rowan })
  await postJson(request, testApp, '/api/request-league/', { league: LEAGUE, message: 'You know me.' })

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const applicant = await phone.newPage()
  await applicant.goto(testApp.baseUrl)
  await signIn(applicant, rowan, PASSWORD)
  await expect(applicant.getByText(`You requested to join ${LEAGUE}.`)).toBeVisible()

  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Open menu, 1 pending request' }).click()
  await page.getByRole('button', { name: 'Admin Tools 1 pending request' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Pending Join Requests',
  )
  await expect(page.getByText('You know me.')).toBeVisible()
  await page.getByRole('button', { name: `Approve ${rowan}` }).click()
  await expect(page.getByText(`${rowan} joined ${LEAGUE} as a player.`)).toBeVisible()
  await expect(page.getByText('No pending requests.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu', exact: true })).toBeVisible()

  // The page of the person who waits changes on its own.
  await expect(applicant.getByRole('button', { name: LEAGUE })).toBeVisible({ timeout: 7000 })
  await phone.close()

  const assignments = await openSection(page, 'Team assignments')
  const row = assignments
    .getByRole('table', { name: `Teams in ${LEAGUE}` })
    .getByRole('row')
    .nth(1)
  const save = row.getByRole('button', { name: /^Save/ })
  const team = (await save.getAttribute('aria-label'))?.replace('Save ', '') ?? ''
  await row.getByRole('combobox').fill(rowan.slice(0, -2))
  await page.getByRole('option', { name: rowan }).click()
  await expect(row).toContainText('Assigned')

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, rowan, PASSWORD)
  await page.getByRole('button', { name: LEAGUE }).click()
  await expect(page.locator('section').filter({ hasText: 'My Team' })).toContainText(team)
})
