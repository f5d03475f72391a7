import { expect } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, PRIVATE_COOKIES } from './captures.ts'
import { startJourney } from './journey.ts'
import { privateTest as test } from './test-app.ts'

/** A recorded league with seven seasons, 2020 to 2026. */
const LEAGUE = 18254195
const SEASONS = 7
const ADDRESS = `https://fantasy.espn.com/football/league?leagueId=${LEAGUE}`

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a commissioner gets from an empty site to her team and an invite link of a private league in five clicks', async ({
  page,
  testApp,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The link that the server prints.
  await page.goto(`${testApp.baseUrl}/#admin-code=${testApp.adminCode}`)
  const journey = await startJourney(page, 'commissioner')
  await page.getByLabel('Username').fill('boss')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('League address, ID or Sleeper username').fill(ADDRESS)
  await page.getByRole('button', { name: 'Find league' }).click()

  await expect(page.getByRole('heading', { name: 'This league is private' })).toBeVisible()
  const copied = `curl '${ADDRESS}' -H 'cookie: region=unknown; ${PRIVATE_COOKIES}' --compressed`
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
  await page.getByLabel('Paste everything').focus()
  await page.keyboard.press('ControlOrMeta+v')

  const preview = page.getByRole('region', { name: 'League on ESPN' })
  await expect(preview.getByText('Season 2026')).toBeVisible()
  await expect(preview.getByText(`Found ${SEASONS} seasons, 2020–2026`)).toBeVisible()
  await preview.getByLabel('League name').fill('Harbour')
  await preview.getByRole('button', { name: 'Create league' }).click()

  await expect(page.getByText(`${SEASONS} seasons are here: 2020 to 2026.`)).toBeVisible({
    timeout: 40_000,
  })
  const teams = page.getByRole('list', { name: 'Teams', exact: true })
  await teams.getByRole('button').first().click()
  await expect(page.getByRole('img', { name: 'yours' })).toBeVisible()
  // Nobody else can open the address of this machine, which the page says before the link is there.
  await expect(page.getByText(/^Only this computer can open http/)).toBeVisible()
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByText(/\/join\/\S{20,}/)).toBeVisible()
  await expect(page.getByText('Copied.')).toBeVisible()
  await journey.end({ clicks: 5 })
  const invite = await page.getByText(/\/join\/\S{20,}/).innerText()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invite)

  // The server knows everything that was done.
  await page.reload()
  await expect(page.getByRole('img', { name: 'yours' })).toBeVisible()
  await expect(page.getByText(`${SEASONS} seasons are here: 2020 to 2026.`)).toBeVisible()
  await page.getByRole('button', { name: 'Open Harbour' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible()
})
