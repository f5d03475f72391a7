import { expect } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { openSection } from './admin-tools.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createLink, PROVIDER_ID, SEASON } from './invite-link.ts'
import { startJourney } from './journey.ts'
import { createSeasonLeague } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

const PHONE = { width: 390, height: 844 }

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a friend on a phone gets from the link to their own roster with two taps and a password', async ({
  page: admin,
  browser,
  testApp,
}) => {
  const league = await createSeasonLeague(admin.request, testApp, PROVIDER_ID)
  await league.refresh(SEASON)
  const link = await createLink(admin, testApp, league)

  const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const friend = await phone.newPage()
  await friend.goto(link)
  const journey = await startJourney(friend, 'friend')
  await expect(friend.getByRole('heading', { name: `Join ${league.name}` })).toBeVisible()
  const choice = friend.getByRole('list', { name: 'Teams' }).getByRole('button').first()
  const [, team = '', owner = ''] = (await choice.innerText()).split('\n')
  expect(owner).not.toBe('')

  await choice.tap()
  await expect(friend.getByLabel('Username')).not.toHaveValue('')
  const username = await friend.getByLabel('Username').inputValue()
  await expect(friend.getByLabel('Password')).toBeFocused()
  await friend.keyboard.type(PASSWORD)
  await friend.getByRole('button', { name: `Create account and claim ${team}` }).tap()
  await expect(friend.getByRole('heading', { name: 'My Roster' })).toBeVisible()
  await journey.end({ clicks: 2 })
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
  await expect(admin.getByText(`claimed ${team}`)).toBeVisible()
  await admin.getByRole('button', { name: `Undo the claim of ${username}` }).click()
  await expect(admin.getByText(`Undid the claim of ${username}.`)).toBeVisible()
  await undoing.end({ clicks: 1 })
  const assignments = await openSection(admin, 'Team assignments')
  await expect(assignments.getByRole('row', { name: team })).toContainText('Unassigned')

  // The friend's page changes on its own.
  await expect(friend.getByRole('button', { name: 'Request to Join' })).toBeVisible()
  await friend.goto(link)
  await expect(friend.getByText('Your commissioner approves you.')).toBeVisible()
  await phone.close()
})
