import type { Locator, Page } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { createSeasonLeague, openTab, type SeasonLeague } from './season-league.ts'
import type { TestApp } from './test-app.ts'

/** A recorded league, and its finished seasons. */
export const PROVIDER_ID = 18254195
export const [FIRST, LAST] = [2020, 2025]

/** Creates a league, backfills its seasons from `first` on, and opens its History tab as an admin. */
export async function openHistory(page: Page, testApp: TestApp, first: number): Promise<SeasonLeague> {
  const league = await createSeasonLeague(page.request, testApp, PROVIDER_ID)
  const options = { start: first, end: LAST, scrape: false, force: true }
  await postJson(page.request, testApp, `${league.apiPath}/history/backfill-admin/`, {
    password: PASSWORD,
    ...options,
  })
  await openTab(page, testApp, league, 'History')
  return league
}

/** Returns the names next to the pictures or initials. */
export async function namesIn(headers: Locator): Promise<string[]> {
  const texts = await headers.allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1) ?? '')
}
