import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postJson } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

const TABS = ['Overview', 'League Social', 'Standings', 'Roster', 'Scoreboard', 'Matchup', 'History']

/** A league with a proposal and a post, opened by its admin. */
async function openLeague(page: Page, product: Parameters<typeof createLeagueWithAdmin>[1]): Promise<string> {
  const league = await createLeagueWithAdmin(page.request, product)
  const social = `/api/league/${encodeURIComponent(league.name)}/social`
  await postJson(page.request, product, `${social}/posts/`, { content: 'Good morning.' })
  const proposal = { question: 'Shall we?', options: ['Yes', 'No'], anonymous: false }
  await postJson(page.request, product, `${social}/proposals/`, proposal)
  await page.goto(product.address)
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  return league.name
}

test('at 200 % no screen of a laptop scrolls sideways, and nothing is out of reach', async ({
  page,
  testApp,
}) => {
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

test('with colors that the person forces, what is chosen still looks chosen', async ({ page, testApp }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openLeague(page, testApp)
  await page.getByRole('tab', { name: 'League Social' }).click()
  await page.getByRole('button', { name: /^Yes/ }).click()
  const ground = (role: 'tab' | 'button', name: string | RegExp) =>
    page
      .getByRole(role, { name })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(page.getByRole('button', { name: /^Yes/ })).toHaveAttribute('aria-pressed', 'true')
  expect(await ground('tab', 'League Social')).not.toBe(await ground('tab', 'Standings'))
  expect(await ground('button', /^Yes/)).not.toBe(await ground('button', /^No/))
})

test('nothing moves for whoever wants no motion', async ({ page, testApp }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLeague(page, testApp)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Escape')
  for (const name of TABS) await page.getByRole('tab', { name }).click()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : '')),
  )
  expect(moving).toEqual([])
})

test('landmarks, tabs, the feed and its acts have names in the accessibility tree', async ({
  page,
  testApp,
}) => {
  const league = await openLeague(page, testApp)
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - button "Open menu"
    - button "Fieldhouse"
    - button /[Tt]heme/
    - button /your account/
    - button "Logout"
  `)
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: league })).toBeVisible()
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
  const nameless = await page.evaluate(() =>
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
  expect(nameless).toEqual([])
})

async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
}
