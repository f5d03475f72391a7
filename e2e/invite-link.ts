import { expect, type Page } from '@playwright/test'
import type { SeasonLeague } from './season-league.ts'
import type { TestApp } from './test-app.ts'

/** A recorded league, and its last finished season. */
export const PROVIDER_ID = 18254195
export const SEASON = 2025

/** Creates an invite link in Admin Tools, as the admin whom `page` is signed in to. */
export async function createLink(page: Page, testApp: TestApp, league: SeasonLeague): Promise<string> {
  await page.goto(`${testApp.baseUrl}/?${new URLSearchParams({ route: 'admin', league: league.name })}`)
  await page.getByText('Invite Links', { exact: true }).click()
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const link = await page.getByText('/join/').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}
