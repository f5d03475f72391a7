import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { HistoryContext } from '../history-context.ts'
import type { Elo } from '../use-history.ts'
import { EloRatings } from './elo-ratings.tsx'

const ELO: Elo = {
  weeks: [
    { season: 2025, week: 1 },
    { season: 2025, week: 2 },
    { season: 2026, week: 1 },
  ],
  owners: [
    {
      name: 'Ada Quill',
      slug: 'ada-quill',
      rating: 1512.4,
      games: 3,
      peak: { rating: 1520, season: 2025, week: 2 },
      ratings: [1510, 1520, 1512.4],
    },
    {
      name: 'Rowan Ash',
      slug: 'rowan-ash',
      rating: 1490,
      games: 1,
      peak: { rating: 1490, season: 2026, week: 1 },
      ratings: [null, null, 1490],
    },
  ],
}

async function renderRatings(elo: Elo) {
  fakeServer({ 'GET /api/league/:league/insights/elo/': elo })
  const context = {
    league: 'Sunday',
    getPictureUrl: () => null,
    getColor: () => '#c8102e',
    trophy: null,
    openOverlay: () => undefined,
  }
  const { screen } = await renderWithClient(
    <HistoryContext value={context}>
      <EloRatings />
    </HistoryContext>,
  )
  return screen
}

it('lists the current and the highest rating of each owner', async () => {
  const screen = await renderRatings(ELO)
  const list = screen.getByRole('table', { name: 'Current and highest ratings' })
  await expect
    .element(list.getByRole('row', { name: /Ada Quill/ }))
    .toMatchTextContent(/Ada Quill ?1512 ?1520 ?2025, week 2 ?3/)
})

it('follows the owner with the highest rating until another one is chosen', async () => {
  const screen = await renderRatings(ELO)
  const values = screen.getByRole('slider', { name: 'Ratings over time, values' })
  await expect.element(values).toHaveAttribute('aria-valuetext', '2026, week 1: Ada Quill, Rating 1512')
  await screen.getByRole('list').getByRole('button', { name: 'Rowan Ash' }).click()
  // Rowan has no rating before the first game.
  await expect.element(values).toHaveAttribute('aria-valuemax', '0')
})

it('says when ratings appear', async () => {
  const screen = await renderRatings({ weeks: [], owners: [] })
  await expect.element(screen.getByText('Ratings appear after the first final game.')).toBeVisible()
})

it('leads to the brackets whose games count', async () => {
  const screen = await renderRatings(ELO)
  await expect
    .element(screen.getByRole('link', { name: 'playoff brackets' }))
    .toHaveAttribute('href', '/?league=Sunday&tab=scoreboard&view=bracket')
})
