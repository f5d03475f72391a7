import { expect } from '@playwright/test'
import { createSeasonLeague, gameCard, openTab } from './season-league.ts'
import { MORNING, readScores, TEAM, sundayTest as test } from './sunday.ts'

test("three open pages follow a Sunday's games without a reload", async ({
  page: scoreboard,
  testApp,
  provider,
}) => {
  await provider.setTime(MORNING)
  await provider.setFaults([])
  const league = await createSeasonLeague(scoreboard.request, testApp, provider.leagueId)
  await league.refresh()
  await league.assignTeam(TEAM.id)
  const [matchup, roster] = [await scoreboard.context().newPage(), await scoreboard.context().newPage()]
  await openTab(scoreboard, testApp, league, 'Scoreboard')
  // The browser has already stored the selected league.
  await matchup.goto(`${testApp.baseUrl}/?tab=matchup`)
  await roster.goto(`${testApp.baseUrl}/?tab=roster`)
  const pages = [scoreboard, matchup, roster]
  for (const page of pages) await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
  const mine = gameCard(scoreboard, TEAM.name)
  const total = roster.getByRole('row', { name: 'Starters total' })

  await expect(scoreboard.getByRole('heading', { name: 'Scoreboard — Week 11' })).toBeVisible()
  await expect(mine).not.toContainText('Final')
  const before = await readScores(scoreboard)
  await expect(roster.getByText('NFL WEEK 11', { exact: true })).toBeVisible()
  const totalBefore = await total.innerText()

  await provider.setTime('2026-11-22T20:00:00Z')
  await league.refresh()
  await expect(mine).toContainText('Live')
  await expect(matchup.getByRole('main')).toContainText('Live')
  await expect.poll(() => readScores(scoreboard)).not.toEqual(before)
  await expect(total).not.toHaveText(totalBefore, { useInnerText: true })
  // The NFL schedule is fetched after the first refresh.
  await expect(roster.getByRole('row').filter({ hasText: /(vs|@) [A-Z]/ })).not.toHaveCount(0)
  const during = await readScores(scoreboard)

  await provider.setTime('2026-11-24T10:00:00Z')
  await league.refresh()
  await expect(matchup.getByRole('heading', { name: 'Week 12 Matchup' })).toBeVisible()
  await expect(matchup.getByRole('main')).toContainText('Not started')
  await scoreboard.getByLabel('Week', { exact: true }).selectOption('Week 11')
  await expect(mine).toContainText('Final')
  await expect.poll(() => readScores(scoreboard)).not.toEqual(during)
  for (const page of pages) await expect(page.locator('body[data-not-reloaded]')).toBeAttached()
})
