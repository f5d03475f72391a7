import { expect, it } from 'vitest'
import { buildPlayerGame } from '../../testing/matchup-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { formatTime } from '../format/date-time.ts'
import { PlayerGameState } from './player.tsx'

const NOW = new Date()

it.each([
  ['a game in play', buildPlayerGame(), false, 'Q3 4:12 · BUF 17–10'],
  ['a scoring chance', buildPlayerGame({ is_red_zone: true }), false, 'Q3 4:12 · BUF 17–10 Red zone'],
  ['a game that is over', buildPlayerGame({ phase: 'final', period: 4 }), false, 'Final · BUF 17–10'],
  ['a bye', null, true, 'Bye'],
  ['an unknown game', null, false, '—'],
] as const)('shows %s', async (_, game, isBye, text) => {
  const screen = await renderWithProviders(<PlayerGameState game={game} isBye={isBye} now={NOW} />)
  expect(screen.container.textContent).toBe(text)
})

it('says when a game in play was last known, if that is a while ago', async () => {
  const observed = new Date(NOW.getTime() - 20 * 60_000)
  const game = buildPlayerGame({ observed_ts: observed.getTime() })
  const screen = await renderWithProviders(<PlayerGameState game={game} isBye={false} now={NOW} />)
  expect(screen.container.textContent).toBe(`Q3 4:12 · BUF 17–10 as of ${formatTime(observed)}`)
})
