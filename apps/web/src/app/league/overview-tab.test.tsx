import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildStandings } from '../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { OverviewTab } from './overview-tab.tsx'

async function renderOverview(draftAt: string | null) {
  fakeServer({
    'GET /api/league/:league/standings/': buildStandings({ draft_at: draftAt }),
    'GET /api/league/:league/me/summary/': { assigned: false, scoring_format: 'points', team: null },
    'GET /api/league/:league/me/matchup/': { season: 2026, matchup: null } as never,
    'GET /api/league/:league/social/feed/': { items: [], next: null },
  })
  return renderWithClient(<OverviewTab league="Sunday" />)
}

it('says when the draft begins and how long that is, and opens the draft', async () => {
  const inThreeDays = new Date(Date.now() + 3.5 * 86_400_000)
  const { screen, page } = await renderOverview(inThreeDays.toISOString())
  await expect.element(screen.getByText('in 3 days, in your time zone')).toBeVisible()
  const time = screen.container.querySelector('time')
  expect(time?.dateTime).toBe(inThreeDays.toISOString())
  expect(time?.textContent).toMatch(/^\w{3}, \w{3} \d{1,2},/)
  await screen.getByRole('link', { name: 'Draft', exact: true }).click()
  expect(page.win.location.search).toBe('?league=Sunday&tab=history&view=draft')
})

it('says what it waits for once the time of the draft has passed', async () => {
  const { screen } = await renderOverview(new Date(Date.now() - 60_000).toISOString())
  await expect.element(screen.getByText(/^The picks and rosters appear once/)).toBeVisible()
})

it('has no draft without a date', async () => {
  const { screen } = await renderOverview(null)
  await expect.element(screen.getByRole('link', { name: 'My Team' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Draft', exact: true }).elements()).toHaveLength(0)
})
