import { expect, type Page } from '@playwright/test'
import { openSection } from './admin-tools.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture } from './captures.ts'
import { type TestApp, captureTest as test } from './test-app.ts'

/** The recorded seasons of each league, each with the capture that contains its teams. */
const LEAGUES = [
  {
    id: 18254195,
    seasons: [2020, 2021, 2022, 2023, 2024, 2025, 2026].map((season) => [season, 'combined.json'] as const),
  },
  {
    id: 368876,
    seasons: [
      [2015, 'mTeam.json'],
      [2018, 'mTeam.json'],
    ] as const,
  },
  {
    id: 1446375,
    seasons: [
      [2023, 'week1-pregame-scoreboard.json'],
      [2024, 'week16-live.json'],
    ] as const,
  },
]

// biome-ignore lint/suspicious/noExplicitAny: recorded responses are not typed
type Json = any

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

for (const { id, seasons } of LEAGUES) {
  test(`an admin registers, creates league ${id}, refreshes it and sees its standings`, async ({
    page,
    testApp,
  }) => {
    await registerAdmin(page, testApp)
    await createLeague(page, `League ${id}`, `https://fantasy.espn.com/football/league?leagueId=${id}`)
    for (const [season] of seasons) await refresh(page, `League ${id}`, season)

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dashboard' }).click()
    await page.getByRole('button', { name: `League ${id}` }).click()
    await expect(page.getByRole('heading', { name: `League ${id}`, level: 1 })).toBeVisible()
    await expect(page.getByText('No team assigned yet.')).toBeVisible()

    await page.getByRole('tab', { name: 'Standings' }).click()
    for (const [season, file] of seasons) {
      await page.getByLabel('Season').selectOption(String(season))
      const expected = expectedRows(readCapture(`league-${id}/${season}/${file}`))
      await expect.poll(() => readRows(page, expected[0]?.length ?? 0)).toEqual(expected)
    }
  })
}

async function registerAdmin(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: 'Create one' }).click()
  await page.getByLabel('Username').fill('boss')
  await page.getByLabel('Password').fill('a long enough secret')
  await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
  await page.getByLabel('Admin signup code').fill(testApp.adminCode)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your Fantasy Football Dashboard')).toBeVisible()
}

async function createLeague(page: Page, name: string, espnUrl: string): Promise<void> {
  await page.getByRole('button', { name: 'Admin Tools' }).first().click()
  await page.getByLabel('League name').fill(name)
  await page.getByLabel('ESPN league ID or URL').fill(espnUrl)
  await page.getByRole('button', { name: 'Create league' }).click()
  // The page then reads the current season, which may not be in the captures.
  await expect(page.getByText(/created\. (Next|.+: ESPN)/)).toBeVisible()
}

async function refresh(page: Page, league: string, season: number): Promise<void> {
  const section = await openSection(page, 'Refresh from the provider')
  await section.getByLabel('Season', { exact: true }).fill(String(season))
  await section.getByRole('button', { name: `Refresh ${league}` }).click()
  await expect(section.getByRole('region', { name: 'Refresh log' })).toContainText(`${league} ${season}: ok`)
}

/** The first columns of every row, without visual-only content. */
async function readRows(page: Page, columns: number): Promise<string[][]> {
  const rows = await page.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => {
      const copy = row.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
      // Only the first text of a cell, because a team's name is followed by its owners.
      return [...copy.querySelectorAll('th, td')].map(
        (cell) => document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()?.nodeValue ?? '',
      )
    }),
  )
  return rows.map((row) => row.slice(0, columns)).toSorted(compareRows)
}

/** The rank, team, record, points for and points against. A table has no column of ranks if no team has one. */
function expectedRows(capture: Json): string[][] {
  const { teams } = Array.isArray(capture) ? capture[0] : capture
  const hasRanks = teams.some((team: Json) => rankOf(team) > 0)
  return teams.map((team: Json) => expectedRow(team).slice(hasRanks ? 0 : 1)).toSorted(compareRows)
}

/** 0 for a team without one. */
function rankOf({ rankCalculatedFinal, playoffSeed }: Json): number {
  return rankCalculatedFinal > 0 ? rankCalculatedFinal : Math.max(0, playoffSeed)
}

function expectedRow(team: Json): string[] {
  const { wins, losses, ties, pointsFor, pointsAgainst } = team.record.overall
  const rank = rankOf(team)
  const name = (team.name ?? `${team.location} ${team.nickname}`).trim().replace(/\s+/g, ' ')
  return [
    rank > 0 ? String(rank) : '—',
    name,
    `${wins}-${losses}-${ties}`,
    formatPoints(pointsFor),
    formatPoints(pointsAgainst),
  ]
}

function formatPoints(points: number): string {
  return (Math.round(Math.round(points * 100) / 10) / 10).toFixed(1)
}

function compareRows(a: string[], b: string[]): number {
  return a.join().localeCompare(b.join())
}
