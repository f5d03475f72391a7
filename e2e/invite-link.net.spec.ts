import { expect } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createLink, PROVIDER_ID, SEASON } from './invite-link.ts'
import { createSeasonLeague } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a revoked invite link says so and reveals no league', async ({ page, testApp, browser }) => {
  const league = await createSeasonLeague(page.request, testApp, PROVIDER_ID)
  await league.refresh(SEASON)
  const link = await createLink(page, testApp, league)
  await page.getByRole('button', { name: /^Revoke link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText("It doesn't work any more.")).toBeVisible()
  const guest = await browser.newPage()
  await guest.goto(link)
  await expect(guest.getByText('This invite link was turned off.')).toBeVisible()
  await expect(guest.getByText(league.name)).toHaveCount(0)
  await guest.getByRole('button', { name: 'Go to sign in' }).click()
  await expect(guest.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await guest.close()
})
