import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer } from '../../../testing/fake-server.ts'
import { buildMatchup, buildMatchupTeam } from '../../../testing/matchup-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { WinProbability } from '../my-matchup/matchup-view.tsx'
import type { Timeline } from './use-timeline.ts'

const TIMELINE = 'GET /api/league/:league/games/:season/:week/:game/timeline/'
const SUNDAY = new Date(2026, 10, 22, 13, 0)
const [AWAY, HOME] = ['#c8102e', '#0b5fa5']

type Point = Timeline['points'][number]

const pointAt = (minute: number, home_win_chance: number, overrides: Partial<Point> = {}): Point => ({
  at: new Date(SUNDAY.getTime() + minute * 60_000).toISOString(),
  state: 'live',
  home_score: minute / 2,
  away_score: minute / 3,
  home_win_chance,
  ...overrides,
})

const COURSE = [
  pointAt(-30, 0.55, { state: 'before', home_score: 0, away_score: 0 }),
  pointAt(0, 0.6),
  pointAt(60, 0.2),
  pointAt(120, 0.05),
  pointAt(162, 0.29),
]

async function renderChart(
  points: Point[],
  overrides: Parameters<typeof buildMatchup>[0] = {},
  isLarge = true,
) {
  const { requests } = fakeServer({
    [TIMELINE]: {
      season: 2026,
      week: 12,
      game_id: 5,
      points,
      facts: null,
      updated_at: null,
      last_error: null,
    },
  })
  const matchup = {
    ...buildMatchup({
      id: 5,
      state: 'live',
      ...overrides,
    }),
    week: 12,
    lineup_week: 12,
    away: { ...buildMatchupTeam({ name: 'Lund Ahoy', color: AWAY, win_chance: 0.71 }), lineup: null },
    home: { ...buildMatchupTeam({ name: 'Marsh Madness', color: HOME }), lineup: null },
  }
  const screen = await renderWithProviders(
    <WinProbability league="Sunday" season={2026} matchup={matchup} isLarge={isLarge} />,
  )
  return { screen, requests }
}

const cursor = () => page.getByRole('slider', { name: 'Win probability over time, values' })
const spoken = (element: Element) => element.getAttribute('aria-valuetext')?.replaceAll('\u202f', ' ')
const tooltip = () => cursor().element().textContent.replaceAll('\u202f', ' ')

it('draws the course of the game with its lead changes, in the colors of the teams', async () => {
  const { screen } = await renderChart(COURSE)
  const chart = screen.getByRole('img')
  await expect.element(chart).toHaveAccessibleName(/^Sun 3:42.PM: Lund Ahoy 71%, after 1 lead change\.$/)
  expect(chart.element().querySelectorAll('circle')).toHaveLength(2)
  const { fill } = getComputedStyle(chart.element().querySelector('[data-side="away"]') as Element)
  expect(fill).toBe('rgb(200, 16, 46)')
  await expect.element(screen.getByText(/^1 lead change · Largest swing 40% /)).toBeVisible()
})

it('names no swing while the probability has not changed', async () => {
  const { screen } = await renderChart([pointAt(0, 0.6), pointAt(1, 0.601), pointAt(2, 0.602)])
  await expect.element(screen.getByText('0 lead changes', { exact: true })).toBeVisible()
})

it('names each point to the keyboard and to screen readers', async () => {
  await renderChart(COURSE)
  await expect.element(cursor()).toBeInTheDocument()
  expect(tooltip()).toBe('')
  await userEvent.tab()
  expect(spoken(cursor().element())).toBe('Sun 3:42 PM · Lund Ahoy 71%: Lund Ahoy 54.0, Marsh Madness 81.0')
  expect(tooltip()).toContain('Sun 3:42 PM · Lund Ahoy 71%')
  await userEvent.keyboard('{ArrowLeft}')
  expect(spoken(cursor().element())).toBe('Sun 3:00 PM · Lund Ahoy 95%: Lund Ahoy 40.0, Marsh Madness 60.0')
  await userEvent.keyboard('{Home}')
  expect(tooltip()).toContain('Before kickoff · Marsh Madness 55%')
})

it('names the point closest to the pointer, and the one that was touched', async () => {
  const { screen } = await renderChart(COURSE)
  const chart = screen.getByRole('img')
  await expect.element(chart).toBeVisible()
  const area = cursor().element()
  const { left, width } = area.getBoundingClientRect()
  const send = (type: string, share: number, pointerType = 'mouse') =>
    area.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: left + share * width, pointerType }))
  send('pointermove', 0.99)
  await expect.poll(tooltip).toContain('Sun 3:42 PM · Lund Ahoy 71%')
  send('pointerout', 0.99)
  await expect.poll(tooltip).toBe('')
  send('pointerdown', 0, 'touch')
  await expect.poll(tooltip).toContain('Before kickoff')
  send('pointerout', 0, 'touch')
  await expect.poll(tooltip).toContain('Before kickoff')
})

it('keeps the tooltip inside the chart at 390 pixels', async () => {
  await page.viewport(390, 844)
  const { screen } = await renderChart(COURSE, {}, false)
  await screen.getByRole('button', { name: 'Enlarge the chart' }).click()
  await expect.element(cursor()).toBeVisible()
  cursor().element().focus()
  for (const key of ['{End}', '{Home}']) {
    await userEvent.keyboard(key)
    const box = cursor().element().lastElementChild?.getBoundingClientRect()
    expect(box?.left).toBeGreaterThanOrEqual(0)
    expect(box?.right).toBeLessThanOrEqual(390)
  }
  await page.viewport(1280, 800)
})

it('says who came back, and lists the points in a table', async () => {
  const end = pointAt(300, 1, { state: 'final', home_score: 121, away_score: 115 })
  const { screen } = await renderChart([...COURSE, end], { state: 'final', result: 'home' })
  await expect
    .element(screen.getByRole('img'))
    .toHaveAccessibleName('Final: Marsh Madness won, after 2 lead changes.')
  await expect.element(screen.getByText(/Marsh Madness came back from 5%$/)).toBeVisible()
  await screen.getByText('View as table').click()
  await expect.element(screen.getByRole('row', { name: /^Final/ })).toHaveTextContent('Final115.0121.00%100%')
})

it.each<[state: 'before' | 'live' | 'final', points: Point[], overrides: { nfl_weeks?: number[] }]>([
  ['before', [], {}],
  ['live', COURSE.slice(0, 1), {}],
  ['final', [], {}],
  ['live', [], { nfl_weeks: [15, 16] }],
])('leaves out the chart of a %s matchup with %j', async (state, points, overrides) => {
  const { screen, requests } = await renderChart(points, { state, ...overrides })
  const isAsked = state !== 'before' && !('nfl_weeks' in overrides)
  await expect.poll(() => requests.some(({ key }) => key === TIMELINE)).toBe(isAsked)
  await expect.poll(() => screen.container.textContent).toBe('')
  expect(screen.getByRole('img').elements()).toEqual([])
})

it('is small without room for more, and can be enlarged', async () => {
  const { screen } = await renderChart(COURSE, {}, false)
  const chart = screen.getByRole('img', { name: /Lund Ahoy 71%, after 1 lead change/ })
  await expect.element(chart).toBeVisible()
  expect(chart.element().getBoundingClientRect().height).toBeLessThanOrEqual(32)
  const { fill } = getComputedStyle(chart.element().querySelector('[data-side="away"]') as Element)
  expect(fill).toBe('rgb(200, 16, 46)')
  await screen.getByRole('button', { name: 'Enlarge the chart' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Win probability' })
  await expect.element(dialog.getByText(/^1 lead change · Largest swing 40% /)).toBeVisible()
})

it('takes the room of the small chart on a phone that the server takes for a computer', async () => {
  await page.viewport(390, 844)
  const { screen } = await renderChart(COURSE)
  await expect.poll(() => screen.container.querySelector('figure')).not.toBeNull()
  expect(screen.container.firstElementChild?.getBoundingClientRect().height).toBe(32)
  await page.viewport(1280, 800)
})
