import { expect } from '@playwright/test'
import { postJson } from './accounts.ts'
import { startJourney, waitForApp } from './journey.ts'
import { createSeasonLeague, gameCard, openTab } from './season-league.ts'
import { MORNING, TEAM, sundayTest as test } from './sunday.ts'
import { withClockedApp } from './test-app.ts'

/** Faults that leave only the league available: NFL schedule, odds, weather and news return 503. */
const EXTERNAL_SOURCES_DOWN = [
  { path: '/apis/v3/games/ffl/seasons/2026/segments' },
  { path: '/', status: 503 },
]

test('an open matchup on a phone follows the clocks and players of a Sunday and grows its chart', async ({
  page,
  settings,
  provider,
}) => {
  test.setTimeout(120_000)
  await provider.setTime(MORNING)
  await provider.setFaults([])
  await withClockedApp(settings, MORNING, async (testApp, setServerTime) => {
    const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
    await league.refresh()
    await league.assignTeam(TEAM.id)
    await page.setViewportSize({ width: 390, height: 844 })
    const query = new URLSearchParams({ league: league.name, tab: 'matchup', season: '2026', week: '11' })
    await page.goto(`${testApp.baseUrl}/?${query}`)
    await waitForApp(page)
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const main = page.getByRole('main')
    const read = async (pattern: RegExp) => (await main.innerText()).match(pattern) ?? []
    const yetToPlay = async () =>
      (await read(/\d+(?= yet to play)/g)).reduce((sum, count) => sum + Number(count), 0)
    const chart = main.getByRole('img', { name: /lead change|won/ })
    const chartRows = main.locator('details', { hasText: 'View as table' }).locator('tbody tr')
    const advanceTo = async (instant: string) => {
      await Promise.all([provider.setTime(instant), setServerTime(instant)])
      await league.refresh()
    }
    const clocks = async () => [...new Set(await read(/Q\d \d+:\d\d/g))].toSorted()

    // A read that has begun would count as one of the time to which the clock is set.
    const mine = `${testApp.baseUrl}${league.apiPath}/me/matchup/?season=2026&week=11`
    await expect.poll(async () => (await page.request.get(mine)).text()).toMatch(/"observed_ts":\d/)

    await advanceTo('2026-11-22T18:20:00Z')
    await expect.poll(clocks).toEqual([expect.stringMatching(/^Q1 /)])
    await expect.poll(yetToPlay).toBeGreaterThan(0)
    const firstYetToPlay = await yetToPlay()
    const [firstClock] = await clocks()

    await advanceTo('2026-11-22T18:36:00Z')
    await expect.poll(clocks).not.toEqual([firstClock])
    await expect.poll(clocks).not.toEqual([])

    await advanceTo('2026-11-22T19:50:00Z')
    await expect.poll(clocks).toEqual([expect.stringMatching(/^Q3 /)])
    await expect(chart).toBeVisible()
    await main.getByRole('button', { name: 'Enlarge the chart' }).click()
    await main.getByText('View as table').click()
    const firstRows = await chartRows.count()
    expect(firstRows).toBeGreaterThan(1)

    await advanceTo('2026-11-22T22:40:00Z')
    await expect.poll(yetToPlay).toBeLessThan(firstYetToPlay)
    await expect.poll(() => chartRows.count()).toBeGreaterThan(firstRows)
    const rows = await chartRows.count()

    await advanceTo('2026-11-24T10:00:00Z')
    // The small chart and the enlarged one.
    await expect(main.getByRole('img', { name: /^Final: .+ won/ })).toHaveCount(2)
    await expect.poll(() => chartRows.count()).toBeGreaterThan(rows)
    await expect(main.getByText(/yet to play/)).toHaveCount(0)
    await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
  })
})

test('an open matchup shows quarter, clock and score of the NFL games while nobody does anything', async ({
  page,
  settings,
  provider,
}) => {
  test.setTimeout(180_000)
  await provider.setTime(MORNING)
  await provider.setFaults([])
  await withClockedApp({ ...settings, REFRESH_SCHEDULE: 'on' }, MORNING, async (testApp, setServerTime) => {
    const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
    await league.refresh()
    await league.assignTeam(TEAM.id)
    const query = new URLSearchParams({ league: league.name, tab: 'matchup', season: '2026', week: '11' })
    await page.goto(`${testApp.baseUrl}/?${query}`)
    await waitForApp(page)
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const main = page.getByRole('main')
    // Other updates of the page go on after a player's card was open.
    await main.getByRole('cell').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    const states = async () =>
      [...new Set((await main.innerText()).match(/Q\d \d+:\d\d|Halftime/g) ?? [])].toSorted()
    let minute = Date.parse('2026-11-22T18:20:00Z')
    /** What the page shows a minute later. The server looks for due jobs every five seconds. */
    const statesOfNextMinute = async () => {
      minute += 60_000
      const instant = new Date(minute).toISOString()
      await Promise.all([provider.setTime(instant), setServerTime(instant)])
      return (await states()).join()
    }
    const timing = { timeout: 40_000, intervals: [3000] }
    await expect.poll(statesOfNextMinute, timing).toMatch(/^Q1 /)
    const first = (await states()).join()
    await expect.poll(statesOfNextMinute, timing).not.toBe(first)
    minute = Date.parse('2026-11-22T19:35:00Z')
    await expect.poll(statesOfNextMinute, timing).toMatch(/Halftime|Q[23]/)
    await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
  })
})

test("the dashboard follows a Sunday's game without a reload, and says what to do", async ({
  page,
  testApp,
  provider,
}) => {
  await provider.setTime(MORNING)
  await provider.setFaults([])
  const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
  await league.refresh()
  await league.assignTeam(TEAM.id)
  await postJson(page.request, testApp, `${league.apiPath}/social/proposals/`, {
    question: 'Two keepers?',
    options: ['Yes', 'No'],
  })
  await page.goto(testApp.baseUrl)
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
  const journey = await startJourney(page, 'dashboard on Sunday')
  const card = page.getByRole('button', { name: league.name })
  await expect(card).toContainText('Week 11')
  await expect(card).toContainText('to win')
  const scoresOf = async () => (await card.innerText()).match(/\d+\.\d/g)
  const before = await scoresOf()
  expect(before).toHaveLength(2)

  await provider.setTime('2026-11-22T20:00:00Z')
  await league.refresh()
  await expect(card).toContainText('Live')
  await expect.poll(scoresOf).not.toEqual(before)
  await expect(page.locator('body[data-not-reloaded]')).toBeAttached()

  await page.getByRole('link', { name: 'Vote: Two keepers?' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Two keepers?' })).toBeFocused()
  await journey.end({ clicks: 1 })
})

test('the season screens show league data while every other source is down', async ({
  page,
  testApp,
  provider,
}) => {
  await provider.setTime('2026-11-22T20:00:00Z')
  await provider.setFaults(EXTERNAL_SOURCES_DOWN)
  const league = await createSeasonLeague(page.request, testApp, provider.leagueId)
  await league.refresh()
  await league.assignTeam(TEAM.id)
  await openTab(page, testApp, league, 'Roster')
  await expect(page.getByRole('row', { name: 'Starters total' })).toContainText(/\d\.\d/)
  const links = page.getByRole('table').getByRole('link')
  expect(await links.count()).toBeGreaterThanOrEqual(9)
  await expect(page.getByRole('row').filter({ hasText: /(vs|@) [A-Z]/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Player News' })).toBeVisible()
  await page.getByRole('tab', { name: 'Scoreboard' }).click()
  await expect(gameCard(page, TEAM.name)).toContainText('Live')
  await page.getByRole('tab', { name: 'Matchup' }).click()
  await expect(page.getByRole('main')).toContainText('Slot by slot')
  await page.getByRole('tab', { name: 'Standings' }).click()
  await expect(page.getByRole('row')).toHaveCount(13)
})
