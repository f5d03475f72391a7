import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, test } from './captures.ts'
import { startJourney } from './journey.ts'
import type { TestApp } from './test-app.ts'

const LEAGUE = 'Sunday Night Lights'
const PHONE = { width: 390, height: 844 }

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

/** Creates a league with its teams, and signs `request` in to its admin. */
async function createLeague(request: APIRequestContext, testApp: TestApp): Promise<void> {
  const admin = { username: 'boss', password: PASSWORD, role: 'admin', admin_code: testApp.adminCode }
  await postJson(request, testApp, '/api/register/', admin)
  await postJson(request, testApp, '/api/create-league/', { name: LEAGUE, espn_league_id: 18254195 })
  await postJson(request, testApp, '/api/refresh-espn/', { name: LEAGUE, season: 2025 })
}

/** Creates an invite link in Admin Tools, as the admin whom `page` is signed in to. */
async function createLink(page: Page, testApp: TestApp): Promise<string> {
  await page.goto(`${testApp.baseUrl}/?route=admin`)
  await page.getByText('Invite Links', { exact: true }).click()
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const link = await page.getByText('/join/').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

test('a friend on a phone gets from the link to their own roster with three taps and a password', async ({
  page: admin,
  browser,
  testApp,
}) => {
  await createLeague(admin.request, testApp)
  const link = await createLink(admin, testApp)

  const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const friend = await phone.newPage()
  await friend.goto(link)
  const journey = await startJourney(friend, 'friend')
  await expect(friend.getByRole('heading', { name: `Join ${LEAGUE}` })).toBeVisible()
  const choice = friend.getByRole('list', { name: 'Teams' }).getByRole('button').first()
  const [, team = '', owner = ''] = (await choice.innerText()).split('\n')
  expect(owner).not.toBe('')

  await choice.tap()
  await expect(friend.getByLabel('Username')).not.toHaveValue('')
  const username = await friend.getByLabel('Username').inputValue()
  await friend.getByLabel('Password').tap()
  await friend.keyboard.type(PASSWORD)
  await friend.getByRole('button', { name: `Create account and claim ${team}` }).tap()
  await expect(friend.getByRole('heading', { name: 'My Roster' })).toBeVisible()
  await journey.end({ clicks: 3 })
  await expect(friend).toHaveURL(/tab=roster/)
  await friend
    .getByRole('button', { name: 'Overview' })
    .or(friend.getByRole('tab', { name: 'Overview' }))
    .first()
    .tap()
  await expect(friend.locator('section').filter({ hasText: 'My Team' })).toContainText(team)

  // The admin sees who claimed what, and takes it back.
  await admin.reload()
  const undoing = await startJourney(admin, 'claim undone')
  await admin.getByText('Invite Links', { exact: true }).click()
  await expect(admin.getByText(`claimed ${team}`)).toBeVisible()
  await admin.getByRole('button', { name: `Undo the claim of ${username}` }).click()
  await expect(admin.getByText(`Undid the claim of ${username}.`)).toBeVisible()
  const row = admin.getByRole('table', { name: `Teams in ${LEAGUE}` }).getByRole('row', { name: team })
  await expect(row).toContainText('Unassigned')
  await undoing.end({ clicks: 2 })

  // The friend's page changes on its own.
  await expect(friend.getByRole('button', { name: 'Request to Join' })).toBeVisible()
  await friend.goto(link)
  await expect(friend.getByText('Your commissioner approves you.')).toBeVisible()
  await phone.close()
})

test('a revoked invite link says so and reveals no league', async ({ page, testApp, browser }) => {
  await createLeague(page.request, testApp)
  const link = await createLink(page, testApp)
  await page.getByRole('button', { name: /^Revoke link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText("It doesn't work any more.")).toBeVisible()
  const guest = await browser.newPage()
  await guest.goto(link)
  await expect(guest.getByText('This invite link was turned off.')).toBeVisible()
  await expect(guest.getByText(LEAGUE)).toHaveCount(0)
  await guest.getByRole('button', { name: 'Go to sign in' }).click()
  await expect(guest.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await guest.close()
})
