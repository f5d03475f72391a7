import { expect } from '@playwright/test'
import { expectAccessible, SCANNED_THEMES } from './accessibility.ts'
import { createSeasonLeague, openTab } from './season-league.ts'
import { withSimulatedProvider } from './simulated-provider.ts'
import { test, withTestApp } from './test-app.ts'

test('picks what-if results on a phone, which a reload and Back keep', async ({ page, browser }) => {
  await withSimulatedProvider(async (provider) => {
    const now = '2026-11-21T20:00:00Z'
    await provider.setTime(now)
    await withTestApp({ ...provider.settings, NOW: now }, async (testApp) => {
      const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
      await league.refresh()
      await league.assignTeam(1)
      await page.setViewportSize({ width: 1440, height: 900 })
      await openTab(page, testApp, league, 'Standings')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('radio', { name: 'Playoff race' }).click()
      await expect(page.getByRole('heading', { name: 'Playoff race' })).toBeVisible()

      const board = page.getByRole('region', { name: 'What if?' })
      const game = board
        .getByRole('group')
        .filter({ has: page.getByRole('button', { name: 'Tie' }) })
        .first()
      const winner = game.getByRole('button').first()
      const before = await winner.textContent()
      await winner.click()
      await expect(winner).toHaveAttribute('aria-pressed', 'true')
      await expect(winner).not.toHaveText(before ?? '')
      const answer = await winner.textContent()
      await expect(page).toHaveURL(/picks=\d+a/)
      await expect(board.getByRole('button', { name: 'Reset 1 pick' })).toBeInViewport()

      await page.reload()
      await expect(winner).toHaveAttribute('aria-pressed', 'true')
      await expect(winner).toHaveText(answer ?? '')

      await page.getByRole('radio', { name: 'Luck' }).click()
      await expect(page.getByRole('heading', { name: 'Luck', exact: true })).toBeVisible()
      await page.goBack()
      await expect(winner).toHaveAttribute('aria-pressed', 'true')

      await board.getByRole('button', { name: 'Reset 1 pick' }).click()
      await expect(winner).toHaveText(before ?? '')
      await expect(page).not.toHaveURL(/picks=/)

      await expect(
        page.getByRole('figure', { name: 'How the odds moved' }).getByRole('img').first(),
      ).toBeVisible()
      const url = page.url()
      const state = await page.context().storageState()
      for (const theme of SCANNED_THEMES) {
        const context = await browser.newContext({ storageState: state, serviceWorkers: 'block' })
        const themed = await context.newPage()
        await themed.addInitScript((name) => localStorage.setItem('theme', name), theme)
        await themed.goto(`${url}&picks=`)
        await expect(
          themed.getByRole('figure', { name: 'How the odds moved' }).getByRole('img').first(),
        ).toBeVisible()
        await expectAccessible(themed, `the playoff race in ${theme}`)
        await context.close()
      }
    })
  })
})

test('goes through all views of the standings and comes back', async ({ page }) => {
  await withSimulatedProvider(async (provider) => {
    const now = '2026-11-21T20:00:00Z'
    await provider.setTime(now)
    await withTestApp({ ...provider.settings, NOW: now }, async (testApp) => {
      const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
      await league.refresh()
      await league.assignTeam(1)
      await openTab(page, testApp, league, 'Standings')
      const open = async (view: string) => {
        await page.getByRole('radio', { name: view }).click()
        await expect(page.getByRole('heading', { name: view, exact: true })).toBeVisible()
      }

      await open('Playoff race')
      await expect(page.getByRole('region', { name: 'What if?' })).toBeVisible()

      await open('Power')
      await page.getByRole('radio', { name: 'All-play' }).click()
      await expect(page).toHaveURL(/view=power-/)

      await open('Luck')
      await expect(page.getByRole('table', { name: /^Luck, schedule strength/ })).toBeVisible()
      const lineups = page.getByRole('region', { name: 'Lineups', exact: true })
      await expect(
        lineups
          .getByRole('rowheader')
          .first()
          .or(lineups.getByText(/^No lineups/)),
      ).toBeVisible()

      await open('Schedule swap')
      await expect(page.getByRole('table', { name: /with the schedule of every team$/ })).toBeVisible()

      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Luck', exact: true })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Luck' })).toBeChecked()
    })
  })
})
