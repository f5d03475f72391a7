import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { PASSWORD, postJson, register, signIn, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createSeasonLeague } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a link to a game leads through sign-in to the game, its teams and players, and Back returns', async ({
  browser,
  request,
  testApp,
}) => {
  const league = await createSeasonLeague(request, testApp, 1446375)
  await league.refresh(2024)
  const week = 16
  const scoreboard = await request.get(
    `${testApp.baseUrl}${league.apiPath}/scoreboard/?season=2024&week=${week}`,
  )
  const [game] = (await scoreboard.json()).matchups
  const username = uniqueName('ines')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  await register(context.request, testApp, { username })
  await postJson(request, testApp, '/api/assign-user/', { username, league: league.name, role: 'viewer' })
  await context.clearCookies()

  const query = new URLSearchParams({
    league: league.name,
    tab: 'matchup',
    season: '2024',
    week: `${week}`,
    game: `${game.id}`,
  })
  await page.goto(`${testApp.baseUrl}/?${query}`)
  await signIn(page, username, PASSWORD)
  await expect(page.getByRole('heading', { name: `Week ${week} Matchup` })).toBeVisible()
  const title = `Week ${week}: ${game.away.name} vs ${game.home.name} · ${league.name}`
  await expect(page).toHaveTitle(title)

  await page.getByRole('region', { name: 'Home' }).getByRole('link', { name: game.home.name }).click()
  await expect(page).toHaveTitle(`${game.home.name} · ${league.name}`)
  const players = page.getByRole('region', { name: 'Team' }).getByRole('rowheader').getByRole('link')
  const player = await players.first().innerText()
  await players.first().click()
  await expect(page.getByRole('dialog', { name: player })).toContainText('Season 2024')
  await expect(page).toHaveTitle(`${player} · ${league.name}`)

  await page.goBack()
  await expect(page.getByRole('dialog', { name: player })).toBeHidden()
  await expect(page).toHaveTitle(`${game.home.name} · ${league.name}`)
  await page.goBack()
  await expect(page).toHaveTitle(title)
  await expect(page).toHaveURL(`${testApp.baseUrl}/?${query}`)

  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await share.getByRole('radio', { name: 'Tall' }).check()
  const downloading = page.waitForEvent('download')
  await share.getByRole('button', { name: 'Download image' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^week-16-.*-tall\.png$/)
  const png = await readFile(await download.path())
  // The signature of a PNG, and its width and height.
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    1080,
    1350,
  ])
  await context.close()
})
