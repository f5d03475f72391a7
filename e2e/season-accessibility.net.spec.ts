import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, SCANNED_THEMES } from './accessibility.ts'
import { PASSWORD, postForJson, postJson, register, uniqueName } from './accounts.ts'
import { createSeasonLeague } from './season-league.ts'
import { withSimulatedProvider } from './simulated-provider.ts'
import { test as productTest, type TestApp, withTestApp } from './test-app.ts'

const SATURDAY = '2026-11-21T20:00:00Z'
const SUNDAY = ['18:30', '19:00', '19:30'].map((time) => `2026-11-22T${time}:00Z`)
const NOW = '2026-11-22T20:00:00Z'
const TEAM = 1

/** A league in the middle of a Sunday, with two past seasons and news for its admin. */
type Season = {
  testApp: TestApp
  /** The query values of the league, its week 11 game, and one of its players. */
  league: string
  game: number
  player: number
  /** The path of an invite link. */
  invite: string
  /** The cookies of the admin, who has a team. */
  session: Awaited<ReturnType<APIRequestContext['storageState']>>
}

// One worker runs the themes one after the other, with one app.
productTest.describe.configure({ mode: 'default' })

const test = productTest.extend<object, { season: Season }>({
  season: [
    async ({ playwright }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-season-'))
      const [admin, member] = [await playwright.request.newContext(), await playwright.request.newContext()]
      try {
        await withSimulatedProvider(
          async (provider) => {
            const settings = { ...provider.settings, DATA_DIR: dataDir }
            const at = async (now: string, run: (testApp: TestApp) => Promise<void>) => {
              await provider.setTime(now)
              await withTestApp({ ...settings, NOW: now }, run)
            }
            let league = { name: '', apiPath: '' }
            await at(SATURDAY, async (testApp) => {
              const created = await createSeasonLeague(admin, testApp, provider.leagueId)
              league = created
              const past = { password: PASSWORD, start: 2024, end: 2025, scrape: false, force: true }
              await postJson(admin, testApp, `${league.apiPath}/history/backfill-admin/`, past)
              await created.refresh()
              await created.assignTeam(TEAM)
            })
            const refresh = (testApp: TestApp) =>
              postJson(admin, testApp, '/api/refresh-espn/', { name: league.name })
            // The course of a game has a point a minute, and the clock of a test app stands still.
            for (const time of SUNDAY) await at(time, refresh)
            await at(NOW, async (testApp) => {
              await refresh(testApp)
              const { path } = await postForJson(admin, testApp, `${league.apiPath}/invites/`, { days: 7 })
              await addNews(testApp, { admin, member }, league)
              const mine = await admin.get(`${testApp.baseUrl}${league.apiPath}/me/matchup/`)
              const { matchup } = await mine.json()
              await use({
                testApp,
                league: league.name,
                game: matchup.id,
                player: matchup.home.lineup[0].espn_id,
                invite: path,
                session: await admin.storageState(),
              })
            })
          },
          { pastSeasons: 2 },
        )
      } finally {
        for (const context of [admin, member]) await context.dispose()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
})

type People = { admin: APIRequestContext; member: APIRequestContext }

/** A member comments on the admin's post, and proposes something. */
async function addNews(
  testApp: TestApp,
  { admin, member }: People,
  league: { name: string; apiPath: string },
) {
  const [username, social] = [uniqueName('rosa'), `${league.apiPath}/social`]
  await register(member, testApp, { username })
  await postJson(admin, testApp, '/api/assign-user/', { username, league: league.name, role: 'player' })
  await postJson(admin, testApp, `${social}/posts/`, { content: 'Who wants my tight end?' })
  const feed = await admin.get(`${testApp.baseUrl}${social}/feed/?limit=1`)
  const post = (await feed.json()).items[0].id
  await postJson(member, testApp, `${social}/posts/${post}/comments/`, { body: 'I do' })
  const proposal = { question: 'Two keepers?', options: ['Yes', 'No'] }
  await postJson(member, testApp, `${social}/proposals/`, proposal)
}

type Screen = {
  name: string
  /** The query of the address; the league is added. */
  query?: (season: Season) => Record<string, string | number>
  /** What to press on the screen before the scan. */
  press?: (page: Page) => Locator
  /** Visible when the screen is complete. */
  complete: (page: Page, season: Season) => Locator
}

const gameOf = ({ game }: Season) => ({ tab: 'matchup', season: 2026, week: 11, game })
const dialog = (page: Page) => page.getByRole('dialog')

const SCREENS: readonly Screen[] = [
  {
    name: 'game with its win probability',
    query: gameOf,
    complete: (page) => page.getByRole('figure', { name: 'Win probability over time' }),
  },
  {
    name: 'explanation of the win probability',
    query: gameOf,
    press: (page) => page.getByRole('button', { name: 'How win probability works' }),
    complete: dialog,
  },
  {
    name: 'share dialog',
    query: gameOf,
    press: (page) => page.getByRole('button', { name: 'Share' }),
    complete: (page) => dialog(page).getByRole('radio', { name: 'Tall' }),
  },
  {
    name: 'team page',
    query: () => ({ tab: 'roster', season: 2026, team: 2 }),
    complete: (page) => page.getByRole('region', { name: 'Team' }).getByRole('rowheader').first(),
  },
  {
    name: 'player card',
    query: ({ player }) => ({ tab: 'roster', season: 2026, player }),
    complete: (page) => dialog(page).getByRole('heading', { name: 'Season 2026' }),
  },
  {
    name: 'overview',
    query: () => ({ tab: 'overview' }),
    complete: (page) => page.getByText('Win probability').first(),
  },
  {
    name: 'standings',
    query: () => ({ tab: 'standings' }),
    complete: (page) => page.getByRole('cell', { name: '12', exact: true }),
  },
  {
    name: 'power',
    query: () => ({ tab: 'standings', view: 'power' }),
    complete: (page) => page.getByRole('figure').first(),
  },
  {
    name: 'luck',
    query: () => ({ tab: 'standings', view: 'luck' }),
    complete: (page) => page.getByRole('region', { name: 'Lineups', exact: true }),
  },
  {
    name: 'explanation of luck',
    query: () => ({ tab: 'standings', view: 'luck' }),
    press: (page) => page.getByRole('button', { name: 'Explain luck' }),
    complete: dialog,
  },
  {
    name: 'schedule swap',
    query: () => ({ tab: 'standings', view: 'schedule-swap' }),
    complete: (page) => page.getByRole('table').first(),
  },
  {
    name: 'roster of a past week',
    query: () => ({ tab: 'roster', week: 10 }),
    complete: (page) => page.getByRole('table', { name: 'The best lineup by slot' }),
  },
  {
    name: 'scoreboard',
    query: () => ({ tab: 'scoreboard' }),
    complete: (page) => page.getByRole('article').last(),
  },
  {
    name: 'bracket',
    query: () => ({ tab: 'scoreboard', season: 2025, view: 'bracket' }),
    complete: (page) => page.getByText('Championship').first(),
  },
  {
    name: 'history',
    query: () => ({ tab: 'history' }),
    complete: (page) => page.getByRole('table', { name: /^Head-to-head records/ }),
  },
  {
    name: 'Elo ratings',
    query: () => ({ tab: 'history' }),
    press: (page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Elo' }),
    complete: (page) => page.getByRole('table', { name: 'Current and highest ratings' }),
  },
  {
    name: 'dashboard',
    press: (page) => page.getByRole('button', { name: 'Fieldhouse' }),
    complete: (page) => page.getByRole('link', { name: 'Vote: Two keepers?' }),
  },
  {
    name: 'inbox',
    press: (page) => page.getByRole('button', { name: /^Inbox/ }),
    complete: (page) => page.getByRole('dialog', { name: 'Inbox' }).getByRole('link').first(),
  },
]

for (const theme of SCANNED_THEMES) {
  test(`the screens of a running season are accessible (${theme})`, async ({ page, season }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const { testApp, league, invite } = season
    await page.goto(`${testApp.baseUrl}${invite}`)
    await expect(page.getByRole('list', { name: 'Teams' }).getByRole('button').first()).toBeVisible()
    await expectAccessible(page, `invite link (${theme})`)

    await page.context().addCookies(season.session.cookies)
    for (const { name, query, press, complete } of SCREENS) {
      const values = Object.entries(query?.(season) ?? {}).map(([key, value]) => [key, String(value)])
      const address = new URLSearchParams(query === undefined ? [] : [['league', league], ...values])
      await page.goto(`${testApp.baseUrl}/?${address}`)
      await press?.(page).click()
      await expect(complete(page, season), `${name} (${theme})`).toBeVisible()
      await expectAccessible(page, `${name} (${theme})`)
    }
  })
}
