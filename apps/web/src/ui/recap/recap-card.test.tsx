import { expect, it } from 'vitest'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { RecapCard } from './recap-card.tsx'
import { RecapSummary } from './recap-summary.tsx'

it("shows the decisive game in the winner's color, the ranking and the odds, and the lists on demand", async () => {
  const screen = await renderWithProviders(
    <RecapCard
      recap={buildRecapCard()}
      teamOf={(id) => ({ logo: null, color: id === 1 ? '#8a3ffc' : null })}
    />,
  )
  const cover = screen.getByRole('banner')
  await expect
    .element(cover)
    .toMatchTextContent(/A narrow escape for Anchors.*101\.5–101\.0Anchors over Buoys/)
  expect(getComputedStyle(cover.element()).backgroundColor).toBe('rgb(138, 63, 252)')
  await expect
    .element(screen.getByRole('list', { name: 'Results' }))
    .toHaveTextContent('Anchors101.5Buoys101.0by 0.5')
  await expect.element(screen.getByText('41% → 68%')).toBeVisible()
  await expect.element(screen.getByText('Out')).toBeVisible()
  // The arrow is read aloud as a word.
  await expect.element(screen.getByText('up 3')).toBeInTheDocument()
  await expect.element(screen.getByText('Wes Tarn')).not.toBeVisible()
  await screen.getByText('Awards, records, and standings').click()
  await expect.element(screen.getByText('Wes Tarn')).toBeVisible()
})

it('tells the story in whole sentences of at most 60 words', async () => {
  const text = 'Anchors survived Buoys by 0.5 points on a cold and windy night in the harbor.'
  const screen = await renderWithProviders(
    <RecapCard recap={buildRecapCard({ story: [text, `${text} ${text}`, text, text] })} />,
  )
  await expect.element(screen.getByText(Array(4).fill(text).join(' '), { exact: true })).toBeVisible()
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
