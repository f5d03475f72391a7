import type { NflGameUpdate } from '@fieldhouse/contract/matchups'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildBets, buildPick } from '../../testing/betslip-fixtures.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { LegStatus } from './bet-slip.tsx'
import { type BoardBet, OddsBoardButton } from './pick-entry.tsx'
import type { BetPick, BoardGame } from './use-bets.ts'

const BEARS_AT_LIONS: NflGameUpdate = {
  phase: 'scheduled',
  kickoff_ts: Date.parse('2026-09-27T17:00:00Z'),
  home_team: 'DET',
  away_team: 'CHI',
  home_score: null,
  away_score: null,
  period: null,
  clock_seconds: null,
  is_red_zone: false,
  observed_ts: null,
  ball_team: null,
}

function buildGame(overrides: Partial<BoardGame> = {}): BoardGame {
  return {
    game_id: 401,
    game: BEARS_AT_LIONS,
    home_name: 'Detroit Lions',
    away_name: 'Chicago Bears',
    is_allowed: true,
    is_open: true,
    line: {
      spread: -3,
      total: 44.5,
      odds: {
        home_moneyline: -160,
        away_moneyline: 140,
        home_spread: -115,
        away_spread: -105,
        over: -110,
        under: null,
      },
      bookmaker: 'Harbour Book',
      fetched_at: '2026-09-26T20:30:00.000Z',
    },
    ...overrides,
  }
}

async function openBoard(games: BoardGame[], picks: BetPick[] = []) {
  fakeServer({ 'GET /api/league/:league/bets/board/': { season: 2026, week: 3, games } })
  const onChoose = vi.fn<(bet: BoardBet) => void>()
  const { screen } = await renderWithClient(
    <OddsBoardButton league="Sunday" bets={buildBets({ picks })} onChoose={onChoose} />,
  )
  await screen.getByRole('button', { name: 'Choose from the odds' }).click()
  return { screen, onChoose }
}

it.each([
  ['Bears +3 (-105)', { market: 'spread', side: 'away', line: 3 }],
  ['Lions -3 (-115)', { market: 'spread', side: 'home', line: -3 }],
  ['Bears ML (+140)', { market: 'moneyline', side: 'away', line: null }],
  ['Bears/Lions over 44.5 (-110)', { market: 'total', side: 'over', line: 44.5 }],
  ['Bears/Lions under 44.5', { market: 'total', side: 'under', line: 44.5 }],
])('offers %s, without odds that the source does not report, and closes', async (text, selection) => {
  const { screen, onChoose } = await openBoard([buildGame()])
  await screen.getByRole('button', { name: text, exact: true }).click()
  expect(onChoose).toHaveBeenCalledWith(
    expect.objectContaining({ text, selection: { game_id: 401, ...selection } }),
  )
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

it('fits each bet in its button on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(390, 844)
  const game = buildGame()
  const { screen } = await openBoard([
    { ...game, line: game.line && { ...game.line, spread: -13.5, total: 46.5 } },
  ])
  const bets = screen.getByRole('dialog').getByRole('button', { name: /^(Bears|Lions)/ })
  await expect.element(bets.first()).toBeVisible()
  for (const bet of bets.elements()) expect(bet.scrollWidth).toBeLessThanOrEqual(bet.clientWidth)
})

it('says whose odds these are, and which games the rules leave out', async () => {
  const thursday = buildGame({
    game_id: 402,
    is_allowed: false,
    game: { ...BEARS_AT_LIONS, away_team: 'NYJ', home_team: 'BUF' },
  })
  const { screen } = await openBoard([buildGame(), thursday])
  await expect.element(screen.getByText(/Odds from Harbour Book, as of Sep 26, 2026/)).toBeVisible()
  await expect.element(screen.getByText(/Left out: NYJ at BUF\./)).toBeVisible()
})

it("does not offer the opponent of another member's pick, nor games that have begun", async () => {
  const lions = buildPick('Mina Alder', 'Lions -3 (-115)', {
    selection: { game_id: 401, market: 'spread', side: 'home', line: -3 },
  })
  const { screen } = await openBoard([buildGame()], [lions])
  await expect
    .element(screen.getByText("Mina Alder picked the Lions, so their opponent can't be picked."))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bears ML (+140)' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Lions ML (-160)' })).toBeEnabled()
})

it.each([
  ['a game without odds', [buildGame({ line: null })], 'No odds yet.'],
  ['no games', [], 'No Sunday or Monday games are known yet.'],
])('with %s, says so', async (_, games, text) => {
  const { screen } = await openBoard(games)
  await expect.element(screen.getByText(text)).toBeVisible()
})

const pick = (
  selection: Omit<NonNullable<BetPick['selection']>, 'game_id'>,
  overrides: Partial<BetPick> = {},
) => buildPick('Mina Alder', 'Text', { selection: { game_id: 401, ...selection }, ...overrides })

const playing = {
  ...BEARS_AT_LIONS,
  phase: 'playing' as const,
  period: 3,
  clock_seconds: 120,
  home_score: 17,
  away_score: 10,
}

it.each([
  [{ market: 'spread', side: 'away', line: 3 }, 'Needs 5 more points'],
  [{ market: 'spread', side: 'home', line: -3 }, 'Winning, 3 points to spare'],
  [{ market: 'spread', side: 'home', line: -7 }, 'Level, needs 1 point to win'],
  [{ market: 'moneyline', side: 'away', line: null }, 'Needs 8 more points'],
  [{ market: 'total', side: 'over', line: 44.5 }, 'Needs 18 more points'],
  [{ market: 'total', side: 'over', line: 20 }, 'Won, to be confirmed'],
  [{ market: 'total', side: 'under', line: 20 }, 'Lost, to be confirmed'],
  [{ market: 'total', side: 'under', line: 27 }, 'Pushes if nobody scores'],
  [{ market: 'total', side: 'under', line: 27.5 }, 'Winning, nothing to spare'],
] as const)('shows during the game what %j needs: %s', async (selection, text) => {
  const { screen } = await renderWithClient(
    <LegStatus pick={pick(selection)} games={[buildGame({ game: playing })]} />,
  )
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

it.each([
  [-3, 'Won, to be confirmed'],
  [-7, 'Push, to be confirmed'],
  [-8, 'Lost, to be confirmed'],
])('says after the game how a line of %s ended', async (line, text) => {
  const game = buildGame({ game: { ...playing, phase: 'final', period: 4, clock_seconds: 0 } })
  const { screen } = await renderWithClient(
    <LegStatus pick={pick({ market: 'spread', side: 'home', line })} games={[game]} />,
  )
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

it('shows only the game before kickoff and after the pick is settled', async () => {
  const spread = { market: 'spread', side: 'away', line: 3 } as const
  const { screen } = await renderWithClient(
    <>
      <LegStatus pick={pick(spread)} games={[buildGame()]} />
      <LegStatus pick={pick(spread, { result: 'void' })} games={[buildGame({ game: playing })]} />
    </>,
  )
  await expect.element(screen.getByText(/CHI at DET/).first()).toBeVisible()
  expect(screen.container.textContent).not.toMatch(/Needs|Winning/)
})
