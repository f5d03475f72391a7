import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { PASSWORD, postJson, uniqueName } from './accounts.ts'
import type { TestApp } from './test-app.ts'

export type SeasonLeague = {
  name: string
  /** The path of the league's API, such as `/api/league/League-1`. */
  apiPath: string
  /** Refreshes a season from its source; the current season by default. */
  refresh: (season?: number) => Promise<void>
  /** Assigns a team to the signed-in admin. */
  assignTeam: (teamId: number) => Promise<void>
}

/** Creates a league that reads an ESPN league. `request` is then signed in to its admin, a new site admin. */
export async function createSeasonLeague(
  request: APIRequestContext,
  testApp: TestApp,
  providerLeagueId: number,
): Promise<SeasonLeague> {
  const username = await registerAdmin(request, testApp)
  return createLeague(request, testApp, username, { espn_league_id: providerLeagueId })
}

/** The same for the first league at Sleeper of a user, who is found by name. */
export async function createSleeperLeague(
  request: APIRequestContext,
  testApp: TestApp,
  { sleeperUser, season }: { sleeperUser: string; season: number },
): Promise<SeasonLeague> {
  const username = await registerAdmin(request, testApp)
  const query = new URLSearchParams({ username: sleeperUser, season: `${season}` })
  const found = await request.get(`${testApp.baseUrl}/api/providers/sleeper/leagues/?${query}`)
  const { leagues } = (await found.json()) as { leagues: { league_id: string }[] }
  const source = { provider: 'sleeper', league_id: leagues[0]?.league_id }
  return createLeague(request, testApp, username, { source })
}

async function registerAdmin(request: APIRequestContext, testApp: TestApp): Promise<string> {
  const username = uniqueName('admin')
  const admin = { username, password: PASSWORD, role: 'admin', admin_code: testApp.adminCode }
  await postJson(request, testApp, '/api/register/', admin)
  return username
}

async function createLeague(
  request: APIRequestContext,
  testApp: TestApp,
  username: string,
  source: object,
): Promise<SeasonLeague> {
  const name = uniqueName('League')
  await postJson(request, testApp, '/api/create-league/', { name, ...source })
  const path = `/api/league/${encodeURIComponent(name)}`
  return {
    name,
    apiPath: path,
    refresh: (season) => postJson(request, testApp, '/api/refresh/', { name, season }),
    assignTeam: (teamId) =>
      postJson(request, testApp, `${path}/assign-team/`, { league_team_id: teamId, username }),
  }
}

/** Opens the app and navigates to a tab of the league. */
export async function openTab(page: Page, testApp: TestApp, league: SeasonLeague, tab: string) {
  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: tab }).click()
}

/** The scoreboard card of a team's matchup. */
export function gameCard(page: Page, team: string): Locator {
  return page.getByRole('article').filter({ hasText: team })
}
