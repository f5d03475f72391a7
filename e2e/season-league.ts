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
  const [name, username] = [uniqueName('League'), uniqueName('admin')]
  const admin = { username, password: PASSWORD, role: 'admin', admin_code: testApp.adminCode }
  await postJson(request, testApp, '/api/register/', admin)
  await postJson(request, testApp, '/api/create-league/', { name, espn_league_id: providerLeagueId })
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
