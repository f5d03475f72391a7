import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import type { MyLeague } from '../use-leagues.ts'
import { OwnLeaguesSection } from './own-leagues-section.tsx'

const LEAVE = 'POST /api/league/:league/leave/'

const HARBOUR: MyLeague = { name: 'Harbour', season: 2026, role: 'admin', team: null }
const ISLAND: MyLeague = {
  ...HARBOUR,
  name: 'Island',
  role: 'player',
  team: {
    name: 'Buoys',
    logo: null,
    color: '#005f5f',
    rank: 1,
    wins: 3,
    losses: 1,
    ties: 0,
    points_for: 402.5,
    scoring_format: 'points',
  },
}

async function renderSection(leagues: MyLeague[], responses: FakeResponses = {}) {
  let current = leagues
  const { requests } = fakeServer({
    'GET /api/user-leagues/:username/': () => ({ leagues: current }),
    [LEAVE]: ({ params }: { params: Record<string, string> }) => {
      current = current.filter(({ name }) => name !== params['league'])
      return { message: `You left ${params['league']}.` }
    },
    ...responses,
  })
  const screen = await renderWithProviders(<OwnLeaguesSection username="rowan" />)
  return { screen, requests }
}

it('shows nothing to somebody who is in no league', async () => {
  const { screen, requests } = await renderSection([])
  await expect.poll(() => requests).toHaveLength(1)
  await expect.poll(() => screen.container.textContent).toBe('')
})

it('leaves a league after a confirmation', async () => {
  const { screen, requests } = await renderSection([HARBOUR, ISLAND])
  const rows = screen.getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/Harbour\s*Admin/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Island\s*Player · Buoys/)
  await screen.getByRole('button', { name: 'Leave Island' }).click()
  expect(requests.some(({ key }) => key === LEAVE)).toBe(false)
  await screen.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('You left Island.')
  await expect.element(rows).toHaveLength(1)
  await expect.element(screen.getByRole('heading', { name: 'Your leagues' })).toHaveFocus()
})

it('says that the last one was left', async () => {
  const { screen } = await renderSection([ISLAND])
  await screen.getByRole('button', { name: 'Leave Island' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('You left Island.')
})

it('says why the only admin cannot leave', async () => {
  const error = "You're the only admin of Harbour. Make somebody else an admin first."
  const { screen } = await renderSection([HARBOUR], {
    [LEAVE]: errorResponse(409, 'last_league_admin', error),
  })
  await screen.getByRole('button', { name: 'Leave Harbour' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
})
