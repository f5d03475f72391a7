import { describe, expect, it, vi } from 'vitest'
import {
  buildGameRecord,
  buildOwnerTotals,
  buildPlayedGame,
  buildSeason,
} from '../../../testing/history-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { HistoryContext, type HistoryContextValue } from '../history-context.ts'
import { OwnerView } from '../owner-view.tsx'
import type { OwnerHistory, Trophy } from '../use-history.ts'

const OWNERS = ['Ada Quill', 'Hugo Barley', 'Cleo Marsh', 'Dov Pepperell']
const SEASONS = [
  buildSeason(2023, OWNERS),
  buildSeason(2024, OWNERS.toReversed()),
  buildSeason(2025, OWNERS),
  buildSeason(2026, OWNERS, { is_finished: false }),
]

const GAME = buildPlayedGame()
const PLAYOFFS = { games: 2, wins: 1, losses: 1, ties: 0, pf: 210, pa: 200.5, win_pct: 0.5, ppg: 105 }
const RIVAL = { ...PLAYOFFS, owner: 'Cleo Marsh', picture: null }

const OWNER_HISTORY: OwnerHistory = {
  owner: 'Ada Quill',
  slug: 'ada-quill',
  picture: null,
  known_as: ['Ada Quill'],
  totals: buildOwnerTotals({ titles: 2 }),
  playoffs: PLAYOFFS,
  seasons: [],
  records: [{ name: 'closest_win', record: buildGameRecord({ ...GAME, value: 0.02, side: 'home' }) }],
  best_games: [],
  worst_games: [],
  rivals: [],
}

async function renderOwner(overrides: Partial<OwnerHistory> = {}, trophy: Trophy | null = null) {
  const openOverlay = vi.fn<HistoryContextValue['openOverlay']>()
  const context = {
    league: 'Sunday',
    getPictureUrl: () => null,
    getColor: () => null,
    trophy,
    openOverlay,
  }
  const screen = await renderWithProviders(
    <HistoryContext value={context}>
      <OwnerView history={{ ...OWNER_HISTORY, ...overrides }} seasons={SEASONS} />
    </HistoryContext>,
  )
  const shelf = screen.getByRole('region', { name: 'Trophies' })
  await expect.element(shelf).toBeVisible()
  const pieces = () =>
    shelf
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  return { screen, shelf, pieces, openOverlay }
}

it('shows the nemesis and the favorite opponent, and opens the games against one', async () => {
  const { screen, openOverlay } = await renderOwner({
    nemesis: { ...RIVAL, owner: 'Hugo Barley', wins: 1, losses: 6, win_pct: 1 / 7 },
    favorite_opponent: RIVAL,
  })
  await expect
    .element(screen.getByRole('button', { name: /Nemesis/ }))
    .toMatchTextContent(/Nemesis ?1-6 ?HB ?Hugo Barley ?\.143/)
  await screen.getByRole('button', { name: /Favorite opponent.*Cleo Marsh/ }).click()
  expect(openOverlay).toHaveBeenCalledExactlyOnceWith({ kind: 'rivalry', a: 'Ada Quill', b: 'Cleo Marsh' })
})

it('marks the droughts of an owner, while dynasties are on the shelf', async () => {
  const { screen, pieces } = await renderOwner({
    marks: [
      { kind: 'drought', seasons: [2014, 2015] },
      { kind: 'dynasty', seasons: [2019, 2020, 2021] },
    ],
  })
  await expect.element(screen.getByText('Drought 2014–2015')).toBeVisible()
  expect(pieces()).toEqual([
    '2× Champion2023, 2025',
    'Dynasty of 3 seasons2019–2021',
    'Closest winLeague record: 0.02 · 2024, Week 4',
  ])
})

it.each([
  [{ wins: 7, is_league_record: true }, '7-game winning streakLeague record · 2021, Weeks 3–9'],
  [{ wins: 5, is_league_record: false }, '5-game winning streak2021, Weeks 3–9'],
  [{ wins: 2, is_league_record: true }, '2-game winning streakLeague record · 2021, Weeks 3–9'],
  [{ wins: 4, is_league_record: false }, null],
])('puts the longest winning streak on the shelf if it is notable: %o', async (streak, text) => {
  const { pieces } = await renderOwner({
    records: [],
    longest_streak: { season: 2021, first_week: 3, last_week: 9, ...streak },
  })
  expect(pieces()).toEqual(['2× Champion2023, 2025', ...(text === null ? [] : [text])])
})

it('shows each honor of an owner once, and opens the game of a record', async () => {
  const { screen, openOverlay } = await renderOwner({ marks: [{ kind: 'dynasty', seasons: [2019, 2020] }] })
  const text = screen.container.textContent
  for (const honor of [/champion/gi, /dynasty/gi, /closest win/gi, /league record/gi])
    expect([honor.source, text.match(honor)?.length]).toEqual([honor.source, 1])
  await screen.getByRole('button', { name: /^Closest win/ }).click()
  expect(openOverlay).toHaveBeenCalledExactlyOnceWith({
    kind: 'game',
    season: GAME.season,
    game: GAME.game_id,
  })
})

it('says that an owner has no trophies', async () => {
  const { screen } = await renderOwner({ owner: 'Somebody', records: [] })
  await expect.element(screen.getByText(/^No trophies yet/)).toBeVisible()
})

const PIXEL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}#`

describe('the picture of the trophy', () => {
  it('marks the championships on the shelf', async () => {
    const { shelf } = await renderOwner({}, { picture: PIXEL, description: 'A tin cup' })
    await expect.element(shelf.getByRole('img', { name: 'A tin cup' })).toBeVisible()
  })

  it('has a general text alternative without a description', async () => {
    const { shelf } = await renderOwner({}, { picture: PIXEL, description: null })
    await expect
      .element(shelf.getByRole('img', { name: 'The trophy of the league', exact: true }))
      .toBeVisible()
  })

  it.each([
    ['there is none', null],
    ['it fails to load', { picture: 'data:image/png;base64,broken', description: 'A tin cup' }],
  ])('is replaced by a drawing of a cup when %s', async (_, trophy) => {
    const { shelf } = await renderOwner({}, trophy)
    await expect.element(shelf.getByRole('img')).not.toBeInTheDocument()
    expect(shelf.element().querySelector('.lucide-trophy')).not.toBe(null)
  })
})
