import { expect, type Page } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createSeasonLeague, openTab } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ viewport: { width: 390, height: 844 } })

test('the season tabs fit the screen and work with the keyboard alone', async ({ page, testApp }) => {
  const league = await createSeasonLeague(page.request, testApp, 18254195)
  await league.refresh(2024)
  await league.assignTeam(1)
  await openTab(page, testApp, league, 'Overview')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Overview')).toBeFocused()

  for (const [name, content] of [
    ['Scoreboard', page.getByRole('heading', { name: 'Scoreboard — Week 17' })],
    ['Matchup', page.getByRole('heading', { name: 'Week 17 Matchup' })],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await expect(tab(name)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(content).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  await page.getByRole('button', { name: 'More' }).focus()
  await page.keyboard.press('Enter')
  await focusByTab(page, 'Roster Lineup and bench')
  await page.keyboard.press('Enter')
  await expect(page.getByText('NFL WEEK 17', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await tab('Scoreboard').focus()
  await page.keyboard.press('Enter')
  await focusByTab(page, 'Week')
  await page.keyboard.type('Week 16')
  await expect(page.getByRole('heading', { name: 'Scoreboard — Week 16' })).toBeVisible()
})

/** Presses Tab until the control with this label, or the link with this name, has the focus. */
async function focusByTab(page: Page, label: string): Promise<void> {
  const target = page
    .getByLabel(label, { exact: true })
    .or(page.getByRole('link', { name: label, exact: true }))
  for (let stop = 0; stop < 24; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach "${label}".`)
}
