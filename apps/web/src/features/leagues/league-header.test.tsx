import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { renderWithProviders } from '../../testing/render.tsx'
import { LeagueHeader } from './league-header.tsx'

const LONG_NAME = 'The Extraordinarily Long-Winded Gridiron Gentlemen and Ladies of the Lower Harbour 1999'

it('shortens a long league name to two lines on a phone, and shows all of it on a laptop', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  const screen = await renderWithProviders(
    <LeagueHeader name={LONG_NAME} info={null} page={null} isCompact={false} />,
  )
  const heading = screen.getByRole('heading', { name: LONG_NAME })
  const lineCount = () => {
    const { height } = heading.element().getBoundingClientRect()
    return Math.round(height / Number.parseFloat(getComputedStyle(heading.element()).lineHeight))
  }
  for (const width of [320, 390]) {
    await page.viewport(width, 844)
    await expect.poll(lineCount).toBe(2)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
  await expect.element(heading).toHaveAttribute('title', LONG_NAME)
  await page.viewport(1280, 800)
  const hiddenLines = () => {
    const { scrollHeight, clientHeight } = heading.element()
    return Math.round(
      (scrollHeight - clientHeight) / Number.parseFloat(getComputedStyle(heading.element()).lineHeight),
    )
  }
  await expect.poll(hiddenLines).toBe(0)
})

it.each([
  ['espn', 'Open in ESPN', 'https://fantasy.espn.com/football/league?leagueId=7&seasonId=2026'],
  ['sleeper', 'Open in Sleeper', 'https://sleeper.com/leagues/918335334096846848'],
] as const)('links to the page of a league on its platform (%s)', async (provider, name, url) => {
  const screen = await renderWithProviders(
    <LeagueHeader name="Sunday" info={null} page={{ provider, url }} isCompact={false} />,
  )
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', url)
})
