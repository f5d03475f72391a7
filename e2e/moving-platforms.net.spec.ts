import { expect, type Locator, type Page } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, postJson, uniqueName } from './accounts.ts'
import { openAdminTools, openSection } from './admin-tools.ts'
import { startJourney } from './journey.ts'
import { type SimulatedProvider, withSimulatedProvider } from './simulated-provider.ts'
import { test as productTest, sharedTest as siteTest, type TestApp } from './test-app.ts'

const LEAGUE = 'The Gridiron Supper Club'
/** The simulated league plays at Sleeper since 2022. */
const [ESPN_YEARS, SLEEPER_YEARS] = [
  [2020, 2021],
  [2022, 2023, 2024, 2025, 2026],
]
const SLEEPER_USER = 'GretaLund'
const NOW = '2026-11-22T14:00:00Z'

const test = productTest.extend<object, { provider: SimulatedProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    ({}, use) => withSimulatedProvider(use, { pastSeasons: 6 }),
    { scope: 'worker' },
  ],
  settings: ({ provider }, use) => use({ ...provider.settings, NOW }),
})

test('a league that moves from ESPN to Sleeper has one history, with each season and person once', async ({
  page,
  testApp,
  provider,
}) => {
  test.setTimeout(120_000)
  await provider.setTime(NOW)
  await createLeagueAtEspn(page, testApp, provider.leagueId)
  // Slow enough for progress to be seen.
  await provider.setFaults([{ path: '/v1/', delayMs: 50 }])

  await openAdminTools(page, testApp.baseUrl, LEAGUE)
  const journey = await startJourney(page, 'move from ESPN to Sleeper')
  const sources = await openSection(page, 'Sources')
  await expect(sources.getByRole('listitem')).toContainText(`${ESPN_YEARS.length} seasons stored`)
  await sources.getByRole('radio', { name: 'Sleeper' }).check({ force: true })
  await sources.getByLabel('Sleeper league ID, URL or username').fill(SLEEPER_USER)
  await sources.getByLabel('First season').fill(String(SLEEPER_YEARS[0]))
  await sources.getByRole('button', { name: 'Find leagues' }).click()
  const leagues = sources.getByRole('region', { name: `Leagues of ${SLEEPER_USER}` })
  await leagues.getByRole('button', { name: LEAGUE }).click()
  await sources.getByRole('button', { name: 'Add source' }).click()
  const changes = sources.getByRole('region', { name: 'What changes' })
  await expect(changes.getByRole('listitem')).toContainText(['Until 2021', 'Since 2022'])
  await changes.getByRole('button', { name: 'Add this source' }).click()
  await expect(sources.getByText('Sleeper added. Read its seasons next.')).toBeVisible()
  const rows = sources.getByRole('list', { name: 'Sources' }).getByRole('listitem')
  await expect(rows).toContainText(['Until 2021 · 2 seasons stored', 'Since 2022 · 0 seasons stored'])

  await sources.getByRole('button', { name: /^Read its seasons: Sleeper league/ }).click()
  await expect(sources.getByRole('progressbar')).toBeVisible()
  await expect(sources.getByText('Read 2022, 2023, 2024, 2025, 2026.')).toBeVisible({ timeout: 60_000 })

  const before = await ownersOf(page, testApp, LEAGUE)
  expect(before).toEqual(expect.arrayContaining(['Greta Lund', 'GretaLund']))
  const merges = await openSection(page, 'Owners Across Platforms')
  await expect(merges.getByText(/^0 of \d+ owners are matched across ESPN and Sleeper/)).toBeVisible()
  await merges.getByRole('button', { name: /^Merge all \d+ likely pairs$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge all' }).click()
  await expect(merges.getByRole('region', { name: 'Merged owners' })).toBeVisible()
  await openHistory(page, LEAGUE)
  const podiums = page.getByRole('region', { name: 'Trophy Case' }).getByRole('article')
  await expect(podiums).toHaveCount(ESPN_YEARS.length + SLEEPER_YEARS.length)
  for (const [platform, years] of [
    ['ESPN', ESPN_YEARS],
    ['Sleeper', SLEEPER_YEARS],
  ] as const) {
    for (const year of years)
      await expect(page.getByRole('article', { name: `Season ${year}` })).toContainText(platform)
  }
  const people = new Set(before.map(toPerson))
  const owners = page.getByRole('table', { name: 'All managers, all seasons' }).getByRole('rowheader')
  await expect(owners).toHaveCount(people.size)
  const names = await namesIn(owners)
  expect(new Set(names.map(toPerson))).toEqual(people)
  expect(names).toContain('Greta Lund')
  await journey.end({ clicks: 13 })
})

/** The names of all owners of a league. */
async function ownersOf(page: Page, testApp: TestApp, league: string): Promise<string[]> {
  const url = `${testApp.baseUrl}/api/league/${encodeURIComponent(league)}/history/`
  const { owners } = (await (await page.request.get(url)).json()) as { owners: string[] }
  return owners
}

/** Goes from Admin Tools to the history of a league. */
async function openHistory(page: Page, league: string): Promise<void> {
  await page.getByRole('button', { name: 'Fieldhouse', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: league }).first().click()
  await page.getByRole('tab', { name: 'History' }).click()
}

/** ESPN has the full names of people, and Sleeper their usernames: 'Ada Quill' and 'AdaQuill'. */
function toPerson(name: string): string {
  return name.toLowerCase().replaceAll(' ', '')
}

/** Returns the names next to the pictures or initials. */
async function namesIn(headers: Locator): Promise<string[]> {
  const texts = await headers.allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1) ?? '')
}

/** Creates a league with its seasons at ESPN, of which the page's new user is admin. */
async function createLeagueAtEspn(page: Page, testApp: TestApp, leagueId: number): Promise<void> {
  const admin = {
    username: uniqueName('greta'),
    password: PASSWORD,
    role: 'admin',
    admin_code: testApp.adminCode,
  }
  await postJson(page.request, testApp, '/api/register/', admin)
  await postJson(page.request, testApp, '/api/create-league/', { name: LEAGUE, espn_league_id: leagueId })
  const path = `/api/league/${encodeURIComponent(LEAGUE)}`
  const [start, end] = [ESPN_YEARS[0], ESPN_YEARS.at(-1)]
  await postJson(page.request, testApp, `${path}/history/backfill-admin/`, { password: PASSWORD, start, end })
}

/** As Yahoo shows it, with lines around it that are copied too. */
const STANDINGS = `Final Standings
Rank\tTeam\tManager\tW-L-T\tPts For\tPts Against\tStreak\tMoves
1\tPaper Moons\tRavi Stroud\t2-1-0\t317.50\t285.85\tW-2\t14
2\tTin Lanterns\tOrla Finch\t2-1-0\t303.10\t270.55\tW-1\t9
3\tSalt Wagons\tTheo Brandt\t0-3-0\t259.95\t325.70\tL-3\t22
4\tQuiet Thunder\tWanda Pike\t2-1-0\t284.45\t282.90\tL-1\t3
* Clinched a playoff spot`

const WEEKLY_SCORES = `Week\tClub\tPts\tOpponent\tOpp Pts
1\tTin Lanterns\t110.50\tPaper Moons\t98.25
1\tQuiet Thunder\t101.00\tSalt Wagons\t95.75
2\tTin Lanterns\t88.00\tQuiet Thunder\t92.40
2\tPaper Moons\t120.10\tSalt Wagons\t84.30
3\tTin Lanterns\t104.60\tSalt Wagons\t79.90
3\tPaper Moons\t99.15\tQuiet Thunder\t91.05
4\tTin Lanterns\t111.20\tPaper Moons\t119.80
4\tQuiet Thunder\t90.00\tSalt Wagons\t100.40`

siteTest('two pasted tables of another platform become a season of History', async ({ page, testApp }) => {
  const league = await createLeagueWithAdmin(page.request, testApp)
  await openAdminTools(page, testApp.baseUrl, league.name)
  const journey = await startJourney(page, 'season of any platform')
  const upload = await openSection(page, 'Upload Seasons')
  await upload.getByRole('button', { name: 'Paste a table' }).click()
  await upload.getByLabel('Season', { exact: true }).fill('2014')
  await upload.getByLabel('Weeks in the regular season').fill('3')
  const [field, add] = [
    upload.getByLabel('Table', { exact: true }),
    upload.getByRole('button', { name: 'Add to files' }),
  ]
  await field.fill(STANDINGS)
  await expect(upload.getByLabel('W-L-T')).toHaveValue('record')
  await expect(upload.getByLabel('Moves')).toHaveValue('ignore')
  await expect(upload.getByText('Standings: 4 rows')).toBeVisible()
  await add.click()

  await field.fill(WEEKLY_SCORES)
  await expect(upload.getByLabel('Opp Pts')).toHaveValue('opponent_points')
  await expect(upload.getByText('choose the column with the teams')).toBeVisible()
  await expect(add).toBeDisabled()
  await upload.getByLabel('Club').selectOption('Team')
  await expect(upload.getByText('Weekly scores: 16 rows')).toBeVisible()
  await add.click()

  await upload.getByRole('button', { name: 'Check 2 files' }).click()
  const preview = upload.getByRole('list', { name: 'Seasons to upload' }).getByRole('listitem').first()
  await expect(preview).toContainText(
    '2014Standings and scores: 4 teams, 8 games. Regular season: 3 matchups. Champion: Paper Moons.',
  )
  await upload.getByRole('button', { name: 'Upload 1 season' }).click()
  await expect(upload.getByText('Stored 2014: standings and scores, 4 teams, 8 games.')).toBeVisible()

  await openHistory(page, league.name)
  const podium = page
    .getByRole('region', { name: 'Trophy Case' })
    .getByRole('article', { name: 'Season 2014' })
  await expect(podium).toContainText('Ravi Stroud')
  await expect(podium).toContainText('File')
  await podium.getByRole('button', { name: /Final standings/ }).click()
  const standings = page.getByRole('dialog')
  await expect(standings.getByText('Imported from file')).toBeVisible()
  await journey.end({ clicks: 10 })
})
