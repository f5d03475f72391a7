import { expect, type Page } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { startJourney } from './journey.ts'
import { gameCard } from './season-league.ts'
import { MORNING, readScores, TEAM, sundayTest as test } from './sunday.ts'
import { type TestApp, withClockedApp } from './test-app.ts'

/** The simulated league since its first season at Sleeper, and one of its users. */
const LEAGUE = 'The Gridiron Supper Club'
const SLEEPER_USER = 'GretaLund'
const YEARS = [2022, 2023, 2024, 2025, 2026]
const MINUTE_MS = 60_000

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a league of Sleeper is set up by username on a phone, and follows a Sunday while nobody does anything', async ({
  page: scoreboard,
  provider,
}) => {
  test.setTimeout(180_000)
  await provider.setTime(MORNING)
  // Slow enough for its progress to be seen.
  await provider.setFaults([{ path: '/v1/', delayMs: 50 }])
  const settings = { ...provider.settings, REFRESH_SCHEDULE: 'on' }
  await withClockedApp(settings, MORNING, async (testApp, setServerTime) => {
    await setUpLeague(scoreboard, testApp)
    await provider.setFaults([])

    const assignment = { league_team_id: 1, username: 'boss' }
    const path = `/api/league/${encodeURIComponent(LEAGUE)}/assign-team/`
    await postJson(scoreboard.request, testApp, path, assignment)
    const matchup = await scoreboard.context().newPage()
    await scoreboard.goto(`${testApp.baseUrl}/?tab=scoreboard`)
    await matchup.goto(`${testApp.baseUrl}/?tab=matchup`)
    const pages = [scoreboard, matchup]
    for (const page of pages) await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const mine = gameCard(scoreboard, TEAM.name)
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
    await postJson(scoreboard.request, testApp, '/api/refresh/', { name: LEAGUE })
    await expect(matchup.getByRole('heading', { name: 'Week 12 Matchup' })).toBeVisible()
    await scoreboard.getByLabel('Week', { exact: true }).selectOption('Week 11')
    await expect(mine).toContainText('Final')
    for (const page of pages) await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
  })
})

/** Gets a new site admin from a Sleeper username to an invite link and to the history of all seasons. */
async function setUpLeague(page: Page, testApp: TestApp): Promise<void> {
  const admin = { username: 'boss', password: PASSWORD, role: 'admin', admin_code: testApp.adminCode }
  await postJson(page.request, testApp, '/api/register/', admin)
  await page.goto(testApp.baseUrl)
  const journey = await startJourney(page, 'commissioner at Sleeper')
  await page.getByLabel('League address, ID or Sleeper username').fill(SLEEPER_USER)
  await page.getByRole('button', { name: 'Find leagues' }).tap()
  const leagues = page.getByRole('region', { name: `Leagues of ${SLEEPER_USER}` })
  await leagues.getByRole('button', { name: LEAGUE }).tap()

  const [first, last] = [YEARS.at(0), YEARS.at(-1)]
  const preview = page.getByRole('region', { name: 'League on Sleeper' })
  await expect(preview.getByText(`Found ${YEARS.length} seasons, ${first}–${last}`)).toBeVisible()
  await expect(preview.getByLabel('League name')).toHaveValue(LEAGUE)
  await preview.getByRole('button', { name: 'Create league' }).tap()

  await expect(page.getByRole('progressbar', { name: `Reading ${LEAGUE} from Sleeper` })).toBeVisible()
  await expect(page.getByText(`${YEARS.length} seasons are here: ${first} to ${last}.`)).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Create invite link' }).tap()
  await expect(page.getByText(/\/join\/\S{20,}/)).toBeVisible()
  await page.getByRole('button', { name: `Open ${LEAGUE}` }).tap()
  await expect(page.getByRole('heading', { name: LEAGUE, level: 1 })).toBeVisible()
  await journey.end({ clicks: 5 })

  await page.goto(`${testApp.baseUrl}/?tab=history`)
  const trophies = page.getByRole('region', { name: 'Trophy Case' })
  for (const year of YEARS)
    await expect(trophies.getByRole('article', { name: `Season ${year}` })).toContainText('Sleeper')
}
