import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { leagueMetaQuery } from '../../api/operations.ts'
import { buildLeagueMeta } from '../../testing/account-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { LeagueTitle } from './shell.tsx'

const LONG_NAME = 'The Extraordinarily Long-Winded Gridiron Gentlemen and Ladies of the Lower Harbour 1999'

it.each([
  ['espn', 'Open in ESPN', 'https://fantasy.espn.com/football/league?leagueId=7&seasonId=2026'],
  ['sleeper', 'Open in Sleeper', 'https://sleeper.com/leagues/918335334096846848'],
] as const)('links to the page of a league on its platform (%s)', async (provider, name, url) => {
  const { screen, client } = await renderWithClient(<LeagueTitle league="Sunday" />)
  client.setQueryData(
    leagueMetaQuery('Sunday').queryKey,
    buildLeagueMeta({ provider_page: { provider, url } }),
  )
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', url)
})

it('cuts a long name off after one line, with all of it as a tooltip', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(820, 800)
  const { screen } = await renderWithClient(<LeagueTitle league={LONG_NAME} />)
  const heading = screen.getByRole('heading', { name: LONG_NAME })
  await expect.element(heading).toHaveAttribute('title', LONG_NAME)
  expect(heading.element().getBoundingClientRect().height).toBeLessThan(30)
  expect(document.documentElement.scrollWidth).toBe(820)
})
