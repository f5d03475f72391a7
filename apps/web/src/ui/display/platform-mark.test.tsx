import { expect, it } from 'vitest'
import { renderWithProviders } from '../../testing/render.tsx'
import { markedPlatform, PlatformMark } from './marks.tsx'

it.each([
  [{ source: 'espn', provider: 'espn' }, 'ESPN'],
  [{ source: 'espn', provider: 'sleeper' }, 'Sleeper'],
  [{ source: 'sleeper', provider: 'sleeper' }, 'Sleeper'],
  [{ source: 'upload', provider: 'espn' }, 'File'],
  [{ source: 'csv', provider: null }, 'File'],
] as const)('marks the season %j with where it is from', async (origin, text) => {
  const screen = await renderWithProviders(<PlatformMark provider={markedPlatform(origin)} />)
  await expect.element(screen.getByText(text)).toBeVisible()
})
