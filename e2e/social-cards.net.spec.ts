import { expect, type Page } from '@playwright/test'
import { postJson, register, uniqueName } from './accounts.ts'
import { createSeasonLeague, openTab } from './season-league.ts'
import { MORNING, TEAM, sundayTest as test } from './sunday.ts'

test('a pasted link to a matchup becomes a card that another member sees and that follows the game', async ({
  page: ines,
  testApp,
  provider,
  browser,
}) => {
  await provider.setTime(MORNING)
  await provider.setFaults([])
  const league = await createSeasonLeague(ines.request, testApp, provider.leagueId)
  await league.refresh()
  await league.assignTeam(TEAM.id)
  const rowan = await browser.newPage()
  const username = uniqueName('rowan')
  await register(rowan.request, testApp, { username, first_name: 'Rowan', last_name: 'Pike' })
  await postJson(ines.request, testApp, '/api/assign-user/', {
    username,
    league: league.name,
    role: 'player',
  })
  await openTab(rowan, testApp, league, 'League Social')
  await expect(rowan.getByText('Nothing here yet.')).toBeVisible()
  await rowan.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))

  await openTab(ines, testApp, league, 'Scoreboard')
  await ines.getByRole('link', { name: new RegExp(`^Open .*${TEAM.name}`) }).click()
  await expect(ines.getByRole('heading', { name: 'Week 11 Matchup' })).toBeVisible()
  const link = ines.url()
  await ines.getByRole('tab', { name: 'League Social' }).click()
  await ines.getByLabel('Your post').fill(`This one is mine.\n${link}`)
  const form = ines.getByRole('form', { name: 'Write a post' })
  await expect(form.getByRole('figure', { name: new RegExp(TEAM.name) })).toBeVisible()
  await ines.getByRole('button', { name: 'Post', exact: true }).click()

  const card = (page: Page) => page.getByRole('article').getByRole('figure', { name: new RegExp(TEAM.name) })
  await expect(card(rowan)).toContainText('Matchup · 2026, Week 11')
  await expect(rowan.getByText('This one is mine.', { exact: true })).toBeVisible()
  await expect(rowan.getByText(link)).toBeHidden()

  const before = await card(rowan).innerText()
  await provider.setTime('2026-11-22T20:00:00Z')
  await league.refresh()
  await expect(card(rowan)).not.toHaveText(before, { useInnerText: true })
  await expect(rowan.locator('body[data-not-reloaded]')).toBeAttached()
  await card(rowan).getByRole('link').click()
  await expect(rowan.getByRole('heading', { name: 'Week 11 Matchup' })).toBeVisible()
  await rowan.close()
})
