import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { expect, type Page } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, SLEEPER_CAPTURES_MISSING } from './captures.ts'
import { startJourney } from './journey.ts'
import { privateTest, captureTest as publicTest, sleeperTest, type TestApp } from './test-app.ts'

/** A recorded league with seven seasons, 2020 to 2026. */
const LEAGUE = 18254195
const SEASONS = 7
/** A recorded league of Sleeper: its season of 2026, and the six seasons that lead to it. */
const SLEEPER_LEAGUE = '1389719640493551616'
const SLEEPER_YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026]

publicTest.skip(!HAS_CAPTURES, CAPTURES_MISSING)
privateTest.skip(!HAS_CAPTURES, CAPTURES_MISSING)
sleeperTest.skip(!HAS_SLEEPER_CAPTURES, SLEEPER_CAPTURES_MISSING)

/** Opens the site as its first admin, who has no league yet. */
async function openAsAdmin(page: Page, testApp: TestApp): Promise<void> {
  await postJson(page.request, testApp, '/api/register/', {
    username: 'boss',
    password: PASSWORD,
    role: 'admin',
    admin_code: testApp.adminCode,
  })
  await page.goto(testApp.baseUrl)
}

publicTest(
  'the server reads on when the browser is closed, without asking who is there',
  async ({ page, testApp }) => {
    await openAsAdmin(page, testApp)
    await page.getByLabel('League address, ID or Sleeper username').fill(String(LEAGUE))
    await page.getByRole('button', { name: 'Find league' }).click()
    await page.getByLabel('League name').fill('Alone')
    await page.getByRole('button', { name: 'Create league' }).click()
    await page.waitForURL(/view=created/)
    const { request } = page.context()
    await page.close()
    const countSeasons = async () => {
      const response = await request.get(`${testApp.baseUrl}/api/league/Alone/seasons/`)
      return ((await response.json()) as { seasons: unknown[] }).seasons.length
    }
    await expect.poll(countSeasons, { timeout: 40_000 }).toBe(SEASONS)
  },
)

publicTest('a wrong ID is named at its field, and nothing is created', async ({ page, testApp }) => {
  await openAsAdmin(page, testApp)
  const journey = await startJourney(page, 'wrong ID')
  await page.getByLabel('League address, ID or Sleeper username').fill('99')
  await page.getByRole('button', { name: 'Find league' }).click()
  const field = page.getByLabel('League address, ID or Sleeper username')
  await expect(field).toHaveAccessibleDescription(
    "ESPN couldn't find league 99. Check the ID, or paste the URL of your league's page.",
  )
  await journey.end({ clicks: 1 })
  const leagues = await page.request.get(`${testApp.baseUrl}/api/leagues/`)
  expect(await leagues.json()).toEqual({ leagues: [] })
})

privateTest(
  'a private league without cookies says how to get them, and keeps what was pasted when they are wrong',
  async ({ page, testApp }) => {
    await openAsAdmin(page, testApp)
    const journey = await startJourney(page, 'private league without cookies')
    await page.getByLabel('League address, ID or Sleeper username').fill(String(LEAGUE))
    await page.getByRole('button', { name: 'Find league' }).click()
    await page.getByRole('tab', { name: 'Firefox' }).click()
    await expect(page.getByRole('img', { name: /Storage panel of Firefox/ })).toBeVisible()
    const wrong = `SWID={00000000-0000-4000-8000-000000000000}; espn_s2=${'A'.repeat(120)}`
    const field = page.getByLabel('Paste everything')
    await field.fill(wrong)
    await page.getByRole('button', { name: 'Show the league' }).click()
    await expect(field).toHaveAccessibleDescription(/ESPN rejected these cookies for this league/)
    await expect(field).toHaveValue(wrong)
    await expect(page.getByRole('button', { name: 'Create league' })).toBeHidden()
    await journey.end({ clicks: 3 })
  },
)

sleeperTest(
  'the ID of a Sleeper league leads to all seven seasons of its chain, with their progress',
  async ({ page, testApp }) => {
    await openAsAdmin(page, testApp)
    const journey = await startJourney(page, 'chain of seven seasons')
    await page.getByLabel('League address, ID or Sleeper username').fill(SLEEPER_LEAGUE)
    await page.getByRole('button', { name: 'Find league' }).click()
    const preview = page.getByRole('region', { name: 'League on Sleeper' })
    await expect(preview.getByText(`Found ${SEASONS} seasons, 2020–2026`)).toBeVisible()
    await preview.getByLabel('League name').fill('Chain')
    await preview.getByRole('button', { name: 'Create league' }).click()

    const progress = page.getByRole('progressbar', { name: 'Reading Chain from Sleeper' })
    await expect(progress).toHaveAttribute('max', String(SEASONS - 1), { timeout: 40_000 })
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(1)
    await expect(page.getByText(`${SEASONS} seasons are here: 2020 to 2026.`)).toBeVisible({
      timeout: 40_000,
    })
    await page.getByRole('button', { name: 'Open Chain' }).click()
    await page.getByRole('tab', { name: 'History' }).click()
    const podiums = page.getByRole('region', { name: 'Trophy Case' }).getByRole('article')
    await expect(podiums).toHaveCount(SEASONS)
    for (const year of SLEEPER_YEARS) {
      const podium = podiums.and(page.getByRole('article', { name: `Season ${year}` }))
      await expect(podium).toContainText('Sleeper')
      await expect(podium).toContainText(year === 2026 ? 'teams' : 'Champion')
    }
    await journey.end({ clicks: 4 })
  },
)
