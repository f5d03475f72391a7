import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postJson } from './accounts.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

const TABS = ['Overview', 'League Social', 'Standings', 'Roster', 'Scoreboard', 'Matchup', 'History']

/** Creates a league with a post and a proposal, opens it as its admin, and returns its name. */
async function openLeague(page: Page, testApp: TestApp): Promise<string> {
  const league = await createLeagueWithAdmin(page.request, testApp)
  const social = `/api/league/${encodeURIComponent(league.name)}/social`
  await postJson(page.request, testApp, `${social}/posts/`, { content: 'Good morning.' })
  const proposal = { question: 'Shall we?', options: ['Yes', 'No'], anonymous: false }
  await postJson(page.request, testApp, `${social}/proposals/`, proposal)
  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  return league.name
}

test('no screen scrolls horizontally at 200% zoom on a laptop', async ({ page, testApp }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openLeague(page, testApp)
  for (const name of TABS) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
    await expectNoHorizontalScroll(page, name)
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: /^Admin/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoHorizontalScroll(page, 'Admin Tools')
})

test('selected tabs and options stay distinguishable in forced colors mode', async ({ page, testApp }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openLeague(page, testApp)
  await page.getByRole('tab', { name: 'League Social' }).click()
  await page.getByRole('button', { name: /^Yes/ }).click()
  const backgroundOf = (role: 'tab' | 'button', name: string | RegExp) =>
    page
      .getByRole(role, { name })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(page.getByRole('button', { name: /^Yes/ })).toHaveAttribute('aria-pressed', 'true')
  expect(await backgroundOf('tab', 'League Social')).not.toBe(await backgroundOf('tab', 'Standings'))
  expect(await backgroundOf('button', /^Yes/)).not.toBe(await backgroundOf('button', /^No/))
})

test('no animation runs when the user prefers reduced motion', async ({ page, testApp }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLeague(page, testApp)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const name of TABS) await page.getByRole('tab', { name }).click()
  const animated = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : '')),
  )
  expect(animated).toEqual([])
})

test('landmarks, tabs and controls have accessible names', async ({ page, testApp }) => {
  const league = await openLeague(page, testApp)
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - button /^Open menu/
    - button "Fieldhouse"
    - button /[Tt]heme/
    - button /your account/
    - button "Logout"
  `)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: league })).toBeVisible()
  await expect(page.getByRole('tablist').first()).toMatchAriaSnapshot(`
    - tab "Overview" [selected]
    - tab "League Social"
    - tab "Standings"
    - tab "Roster"
    - tab "Scoreboard"
    - tab "Matchup"
    - tab "History"
  `)
  await page.getByRole('tab', { name: 'League Social' }).click()
  await expect(page.getByRole('tabpanel', { name: 'League Social', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yes/ })).toBeVisible()
  const unnamedControls = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, textarea')]
      .filter((element) => !(element instanceof HTMLElement && element.offsetParent === null))
      .filter(
        (element) =>
          ((element.textContent ?? '') + (element.getAttribute('aria-label') ?? '')).trim() === '' &&
          !(element instanceof HTMLInputElement && (element.labels?.length ?? 0) > 0) &&
          !(element instanceof HTMLTextAreaElement && (element.labels?.length ?? 0) > 0),
      )
      .map(({ outerHTML }) => outerHTML),
  )
  expect(unnamedControls).toEqual([])
})

async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${name} scrolls horizontally`).toBeLessThanOrEqual(0)
}
