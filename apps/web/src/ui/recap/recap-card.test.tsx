import { expect, it } from 'vitest'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { RecapCard } from './recap-card.tsx'

it('shows the story and the results, and the other sections on demand', async () => {
  const screen = await renderWithProviders(<RecapCard recap={buildRecapCard()} />)
  await expect.element(screen.getByText('A narrow escape for Anchors')).toBeVisible()
  await expect.element(screen.getByText('The low score belonged to Buoys: 101.0.')).toBeVisible()
  await expect
    .element(screen.getByRole('list', { name: 'Results' }))
    .toHaveTextContent('Anchors101.5Buoys101.0by 0.5')
  const summary = screen.getByText('Awards, power ranking, playoff odds, records, and standings')
  await expect.element(screen.getByText('41% → 68%')).not.toBeVisible()
  await summary.click()
  await expect.element(screen.getByText('41% → 68%')).toBeVisible()
  await expect.element(screen.getByText('Out')).toBeVisible()
  await expect.element(screen.getByText('Wes Tarn')).toBeVisible()
  // The arrow is read aloud as a word.
  await expect.element(screen.getByText('up 3')).toBeInTheDocument()
})

it('shows ties and rounds of the playoffs', async () => {
  const [game] = buildRecapCard().games
  if (game === undefined) throw new TypeError('the recap has no game')
  const games = [{ ...game, tie: true, margin: '0.0', round: 'Semifinal' }]
  const screen = await renderWithProviders(<RecapCard recap={buildRecapCard({ games })} />)
  await expect.element(screen.getByText('Semifinal, tie')).toBeVisible()
})

it('has no details without other sections', async () => {
  const recap = buildRecapCard({ awards: [], power: [], odds: [], records: [], standings: [] })
  const screen = await renderWithProviders(<RecapCard recap={recap} />)
  await expect.element(screen.getByText('Week 5 Recap')).toBeVisible()
  expect(screen.container.querySelector('details')).toBe(null)
})

it('is brief within a link: the first paragraph, a few results and nothing to click', async () => {
  const [game] = buildRecapCard().games
  if (game === undefined) throw new TypeError('the recap has no game')
  const games = Array.from({ length: 6 }, (_, index) => ({
    ...game,
    winner: { id: 10 + index, name: `Team ${index}` },
  }))
  const screen = await renderWithProviders(<RecapCard recap={buildRecapCard({ games })} isBrief />)
  await expect.element(screen.getByText('and 2 more games')).toBeVisible()
  expect(screen.container.querySelectorAll('a, button, details')).toHaveLength(0)
  expect(screen.container.textContent).not.toContain('The low score')
})
