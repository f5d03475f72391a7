import { expect, it } from 'vitest'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { RecapCard } from './recap-card.tsx'
import { RecapSummary } from './recap-summary.tsx'

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

it('has a summary with the highest and the lowest score and the closest game, and nothing to click', async () => {
  const [game] = buildRecapCard().games
  if (game === undefined) throw new TypeError('the recap has no game')
  const rout = {
    ...game,
    winner: { id: 3, name: 'Cleats' },
    score: '1,180.2',
    against: '80.4',
    margin: '1,099.8',
  }
  const screen = await renderWithProviders(
    <RecapSummary recap={buildRecapCard({ games: [rout, game] })} date="Oct 11" />,
  )
  await expect.element(screen.getByText('Week 5 Recap · Oct 11')).toBeVisible()
  const facts = [...screen.container.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(facts).toEqual(['High1,180.2Cleats', 'Low80.4Buoys', 'Closest0.5Anchors'])
  expect(screen.container.querySelectorAll('a, button, details')).toHaveLength(0)
  expect(screen.container.textContent).not.toContain('The low score')
})
