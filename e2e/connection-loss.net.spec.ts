import { expect, type Page } from '@playwright/test'
import { createSeasonLeague, gameCard, openTab } from './season-league.ts'
import { withSimulatedProvider } from './simulated-provider.ts'
import { test, withRestartableApp } from './test-app.ts'

const TEAM = { id: 1, name: 'Quill Intentions' }
const MORNING = '2026-11-22T14:00:00Z'
const AFTERNOON = '2026-11-22T20:00:00Z'
/** What says that a game is being played now, but for the heading of those in a league. */
const LIVE = /Live(?! in )/
/** How soon a page says that it is no longer connected. */
const NOTICE_MS = 5000
/** A restarted server is noticed when the browser next tries to open the event stream. */
const RECOVERY_MS = 20_000

test('open pages say within five seconds that the server or the network is gone, and recover on their own', async ({
  page: scoreboard,
  context,
}) => {
  test.setTimeout(180_000)
  await withSimulatedProvider((provider) =>
    withRestartableApp({ ...provider.settings, NOW: AFTERNOON }, async (testApp, server) => {
      await provider.setTime(MORNING)
      const league = await createSeasonLeague(scoreboard.request, testApp, provider.leagueId)
      await league.refresh()
      await league.assignTeam(TEAM.id)
      await provider.setTime(AFTERNOON)
      await league.refresh()
      const dashboard = await context.newPage()
      await dashboard.goto(testApp.baseUrl)
      await openTab(scoreboard, testApp, league, 'Scoreboard')
      const showsLive = async () => {
        await expect(gameCard(scoreboard, TEAM.name)).toContainText(LIVE, { timeout: RECOVERY_MS })
        await expect(scoreboard.getByText('Updated just now')).toBeVisible({ timeout: RECOVERY_MS })
        await expect(dashboard.getByRole('main')).toContainText(LIVE, { timeout: RECOVERY_MS })
        for (const page of [scoreboard, dashboard]) await expect(notice(page)).toBeHidden()
      }
      const showsLoss = async (text: string, timeout: number) => {
        await Promise.all(
          [scoreboard, dashboard].flatMap((page) => [
            expect(notice(page)).toContainText(text, { timeout }),
            expect(page.getByRole('main')).not.toContainText(LIVE, { timeout }),
            expect(page.getByText('Updated just now')).toHaveCount(0, { timeout }),
          ]),
        )
      }
      await showsLive()
      for (const page of [scoreboard, dashboard])
        await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))

      await server.kill()
      await showsLoss("We can't reach the server.", NOTICE_MS)
      await server.restart()
      await showsLive()

      await context.setOffline(true)
      await showsLoss("You're offline.", NOTICE_MS)
      await context.setOffline(false)
      await showsLive()
      for (const page of [scoreboard, dashboard])
        await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
    }),
  )
})

function notice(page: Page) {
  return page.getByText(/We can't reach the server\.|You're offline\./)
}
