import { type Browser, expect, type Page } from '@playwright/test'
import { type createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import type { TestApp } from './test-app.ts'

type League = Awaited<ReturnType<typeof createLeagueWithAdmin>>

/** Opens a separate browser page with a new player of the league signed in. */
export async function openMemberPage(browser: Browser, testApp: TestApp, league: League): Promise<Page> {
  const page = await browser.newPage()
  const username = uniqueName('rowan')
  await register(page.request, testApp, { username, first_name: 'Rowan', last_name: 'Pike' })
  await league.addMember(username)
  return page
}

export async function openSocial(page: Page, address: string, league: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: league }).click()
  await page.getByRole('tab', { name: 'League Social' }).click()
}

export async function writePost(page: Page, content: string): Promise<void> {
  await page.getByLabel('Your post').fill(content)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Posted.')).toBeAttached()
}

export async function propose(page: Page, question: string, options: readonly string[]): Promise<void> {
  await page.getByRole('tab', { name: 'Proposal' }).click()
  await page.getByLabel('Question').fill(question)
  for (const [index, option] of options.entries())
    await page.getByLabel(`Option ${index + 1}`, { exact: true }).fill(option)
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByText('Proposal posted.')).toBeAttached()
}

/** Clicks the pill and waits until it disappears. */
export async function showNewItems(page: Page, name: string): Promise<void> {
  const pill = page.getByRole('button', { name, exact: true })
  await pill.click()
  await expect(pill).toHaveCount(0)
}

/** Makes a page read what follows an event at once, instead of after a random time. Call it before the page opens. */
export async function readEventsAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0
  })
}
