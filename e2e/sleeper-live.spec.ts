import { expect, type Page } from '@playwright/test'
import { createSleeperLeague, gameCard, openTab } from './season-league.ts'
import { type SimulatedProvider, withSimulatedProvider } from './simulated-provider.ts'
import { test as productTest, withClockedApp } from './test-app.ts'

const TEAM = 'Quill Intentions'
const MORNING = '2026-11-22T14:00:00Z'
const MINUTE_MS = 60_000

const test = productTest.extend<object, { provider: SimulatedProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    ({}, use) => withSimulatedProvider(use),
    { scope: 'worker' },
  ],
})

test('a league of Sleeper, found by username, follows a Sunday on open pages while nobody does anything', async ({
  page: scoreboard,
  provider,
}) => {
  test.setTimeout(180_000)
  await provider.setTime(MORNING)
  await provider.setFaults([])
  const settings = { ...provider.settings, REFRESH_SCHEDULE: 'on' }
  await withClockedApp(settings, MORNING, async (testApp, setServerTime) => {
    const league = await createSleeperLeague(scoreboard.request, testApp, {
      sleeperUser: 'GretaLund',
      season: 2026,
    })
    await league.refresh()
    await league.assignTeam(1)
    const matchup = await scoreboard.context().newPage()
    await openTab(scoreboard, testApp, league, 'Scoreboard')
    await matchup.goto(`${testApp.baseUrl}/?tab=matchup`)
    const pages = [scoreboard, matchup]
    for (const page of pages) await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const mine = gameCard(scoreboard, TEAM)
    await expect(scoreboard.getByRole('heading', { name: 'Scoreboard — Week 11' })).toBeVisible()
    await expect(mine).not.toContainText('Final')
    const before = await readScores(scoreboard)

    let atMs = Date.parse('2026-11-22T18:20:00Z')
    /** What the page shows a minute later. The server looks for due jobs every five seconds. */
    const scoresOfNextMinute = async () => {
      atMs += MINUTE_MS
      const instant = new Date(atMs).toISOString()
      await Promise.all([provider.setTime(instant), setServerTime(instant)])
      return (await readScores(scoreboard)).join()
    }
    const timing = { timeout: 60_000, intervals: [3000] }
    await expect.poll(scoresOfNextMinute, timing).not.toBe(before.join())
    await expect(mine).toContainText('Live')
    await expect(matchup.getByRole('main')).toContainText('Live')
    const during = (await readScores(scoreboard)).join()
    await expect.poll(scoresOfNextMinute, timing).not.toBe(during)

    const after = '2026-11-24T10:00:00Z'
    await Promise.all([provider.setTime(after), setServerTime(after)])
    await league.refresh()
    await expect(matchup.getByRole('heading', { name: 'Week 12 Matchup' })).toBeVisible()
    await scoreboard.getByLabel('Week', { exact: true }).selectOption('Week 11')
    await expect(mine).toContainText('Final')
    for (const page of pages) await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
  })
})

/** Returns the displayed scores of all games, in order. */
async function readScores(page: Page): Promise<string[]> {
  const texts = await page.getByRole('article').allInnerTexts()
  return texts.flatMap((text) => [...text.matchAll(/Score\s+([\d.]+|—)/g)].map(([, score = '']) => score))
}
