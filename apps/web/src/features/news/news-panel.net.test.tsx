import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorResponse, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import type { NewsItem } from './news-cache.ts'
import { NewsPanel } from './news-panel.tsx'

const PLAYERS = ['Ada Fleet', 'Bo Marsh']

function buildNewsItem(overrides: Partial<NewsItem> = {}): NewsItem {
  return {
    player: 'Ada Fleet',
    title: 'Fleet is back',
    source: 'The Daily',
    link: 'https://news.example/fleet',
    published: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
    ...overrides,
  }
}

async function renderPanel(items: NewsItem[], players: readonly string[] = PLAYERS) {
  const server = fakeServer({ 'GET /api/player-news/': { items, is_complete: true } })
  return { server, screen: await renderWithProviders(<NewsPanel league="Sunday" players={players} />) }
}

it('shows player, source, relative time, and the headline as a link without a referrer', async () => {
  const { screen } = await renderPanel([buildNewsItem({ title: '  Fleet is back \n' })])
  const link = screen.getByRole('link', { name: 'Fleet is back' })
  await expect.element(link).toHaveAttribute('href', 'https://news.example/fleet')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(link.element().textContent).toBe('Fleet is back')
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/^Ada Fleet.*The Daily · 2 h ago$/)
})

it('links only to https URLs', async () => {
  const { screen } = await renderPanel([buildNewsItem({ link: 'javascript:alert(1)' })])
  await expect.element(screen.getByText('Fleet is back')).toBeVisible()
  expect(screen.getByRole('link').elements()).toHaveLength(0)
})

it('requests at most 12 players, each once', async () => {
  const names = Array.from({ length: 15 }, (_, index) => `Player ${index + 1}`)
  const { screen, server } = await renderPanel([], ['Player 1', ...names])
  await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
  const requested = new URL(server.requests[0]?.path ?? '', 'http://here').searchParams.get('players')
  expect(requested?.split(',')).toEqual(names.slice(0, 12))
})

it('caches headlines for an hour', async () => {
  const first = await renderPanel([buildNewsItem()])
  await expect.element(first.screen.getByText('Fleet is back')).toBeVisible()
  await first.screen.unmount()
  const second = await renderPanel([buildNewsItem({ title: 'Newer' })])
  await expect.element(second.screen.getByText('Fleet is back')).toBeVisible()
  expect(second.server.requests).toHaveLength(0)
})

it('shows how long ago the headlines were fetched', async () => {
  const cached = { at: Date.now() - HOUR_MS / 4, players: PLAYERS, items: [buildNewsItem()] }
  localStorage.setItem('player_news:Sunday', JSON.stringify(cached))
  const { screen } = await renderPanel([])
  await expect.element(screen.getByText('Updated 15 min ago')).toBeVisible()
})

it('fetches again after an hour', async () => {
  const cached = { at: Date.now() - HOUR_MS - 1, players: PLAYERS, items: [buildNewsItem()] }
  localStorage.setItem('player_news:Sunday', JSON.stringify(cached))
  const { screen } = await renderPanel([buildNewsItem({ title: 'Newer' })])
  await expect.element(screen.getByText('Newer')).toBeVisible()
})

it('searches and sorts', async () => {
  const { screen } = await renderPanel([
    buildNewsItem({ title: 'One' }),
    buildNewsItem({
      title: 'Two',
      player: 'Bo Marsh',
      published: new Date(Date.now() - HOUR_MS).toISOString(),
    }),
  ])
  const titles = () =>
    screen
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(screen.getByText('One')).toBeVisible()
  await expect.poll(titles).toEqual(['Two', 'One'])
  await screen.getByLabelText('Sort').selectOptions('Player A–Z')
  await expect.poll(titles).toEqual(['One', 'Two'])
  await screen.getByLabelText('Search news').fill('marsh')
  await expect.poll(titles).toEqual(['Two'])
  await expect.element(screen.getByText('1 of 2 headlines')).toBeInTheDocument()
  await screen.getByLabelText('Search news').fill('nothing like it')
  await expect.element(screen.getByText('No matches.')).toBeVisible()
})

it('shows an empty state without players and sends no request', async () => {
  const { screen, server } = await renderPanel([], [])
  await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
  expect(server.requests).toHaveLength(0)
})

it('shows an error and retries', async () => {
  let isDown = true
  fakeServer({
    'GET /api/player-news/': () =>
      isDown
        ? errorResponse(500, 'internal_error', 'Something went wrong.')
        : { items: [buildNewsItem()], is_complete: true },
  })
  const screen = await renderWithProviders(<NewsPanel league="Sunday" players={PLAYERS} />)
  await expect.element(screen.getByText('Failed to load news')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Fleet is back')).toBeVisible()
})

describe('while the sources are being asked', () => {
  afterEach(() => vi.useRealTimers())

  it('shows what is stored at once, and adds what arrives', async () => {
    let response = { items: [buildNewsItem({ title: 'Stored' })], is_complete: false }
    const server = fakeServer({ 'GET /api/player-news/': () => response })
    const screen = await renderWithProviders(<NewsPanel league="Sunday" players={PLAYERS} />)
    await expect.element(screen.getByText('Stored')).toBeVisible()
    expect(new URL(server.requests[0]?.path ?? '', 'http://here').searchParams.get('source')).toBe('stored')
    response = { items: [...response.items, buildNewsItem({ title: 'Arrived' })], is_complete: true }
    await expect.element(screen.getByText('Arrived')).toBeVisible()
    expect(localStorage.getItem('player_news:Sunday')).toContain('Arrived')
  })

  it('says that there are no headlines when the sources stay silent, and stops asking', async () => {
    vi.useFakeTimers()
    const server = fakeServer({ 'GET /api/player-news/': { items: [], is_complete: false } })
    const screen = await renderWithProviders(<NewsPanel league="Sunday" players={PLAYERS} />)
    await vi.advanceTimersByTimeAsync(100)
    await expect.element(screen.getByRole('status', { name: 'Loading news' })).toBeVisible()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.element(screen.getByText('No recent headlines.')).toBeVisible()
    expect(server.requests).toHaveLength(8)
    expect(localStorage.getItem('player_news:Sunday')).toBeNull()
  })
})

describe('on a phone', () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Headline ${index + 1}`)
  const items = titles.map((title, index) =>
    buildNewsItem({ title, published: new Date(Date.now() - (index + 1) * HOUR_MS).toISOString() }),
  )
  beforeEach(() => page.viewport(390, 844))
  afterEach(() => page.viewport(1280, 800))

  it('shows four headlines until all are asked for', async () => {
    const { screen } = await renderPanel(items)
    await expect.element(screen.getByText('Headline 4')).toBeVisible()
    await expect.element(screen.getByText('Headline 5')).not.toBeVisible()
    await screen.getByRole('button', { name: 'Show all 7' }).click()
    await expect.element(screen.getByText('Headline 7')).toBeVisible()
  })

  it('shows all of four headlines without a button', async () => {
    const { screen } = await renderPanel(items.slice(0, 4))
    await expect.element(screen.getByText('Headline 4')).toBeVisible()
    expect(screen.getByRole('button').elements()).toEqual([])
  })
})

it('shows all headlines on a laptop', async () => {
  await page.viewport(1280, 800)
  const { screen } = await renderPanel(
    Array.from({ length: 7 }, (_, index) => buildNewsItem({ title: `Headline ${index + 1}` })),
  )
  await expect.element(screen.getByText('Headline 7')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

it('shows a loading state until the response arrives', async () => {
  fakeServer({ 'GET /api/player-news/': neverResponds() })
  const screen = await renderWithProviders(<NewsPanel league="Sunday" players={PLAYERS} />)
  await expect.element(screen.getByRole('status', { name: 'Loading news' })).toBeVisible()
})
