import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { PASSWORD, postJson, uniqueName } from './accounts.ts'
import type { TestApp } from './test-app.ts'

export type SeasonLeague = {
  name: string
  /** Below the product's address. */
  path: string
  /** Reads a season again; the current one without a year. */
  refresh: (season?: number) => Promise<void>
  /** Makes a team that of whoever acts. */
  assignTeam: (teamId: number) => Promise<void>
}

/** A league at the provider, whose admin acts by the API: `request` is signed in to a new account. */
export async function createSeasonLeague(
  request: APIRequestContext,
  product: TestApp,
  providerLeagueId: number,
): Promise<SeasonLeague> {
  const [name, username] = [uniqueName('League'), uniqueName('admin')]
  const admin = { username, password: PASSWORD, role: 'admin', admin_code: product.adminCode }
  await postJson(request, product, '/api/register/', admin)
  await postJson(request, product, '/api/create-league/', { name, espn_league_id: providerLeagueId })
  const path = `/api/league/${encodeURIComponent(name)}`
  return {
    name,
    path,
    refresh: (season) => postJson(request, product, '/api/refresh-espn/', { name, season }),
    assignTeam: (teamId) =>
      postJson(request, product, `${path}/assign-team/`, { league_team_id: teamId, username }),
  }
}

/** Opens the league at one of its tabs, as somebody who comes by the address. */
export async function openTab(page: Page, product: TestApp, league: SeasonLeague, tab: string) {
  await page.goto(product.address)
  await page.getByRole('button', { name: league.name }).click()
  await page.getByRole('tab', { name: tab }).click()
}

/** The card of a team's game on the Scoreboard. */
export function gameCard(page: Page, team: string): Locator {
  return page.getByRole('article').filter({ hasText: team })
}
