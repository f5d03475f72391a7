import { expect, it } from 'vitest'
import { renderWithProviders } from '../../testing/render.tsx'
import { Avatar, Headshot } from './avatar.tsx'

it('hides an image that fails to load and shows the initials', async () => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src="data:image/png;base64,broken" />)
  await expect.poll(() => screen.container.querySelector('img')?.hidden).toBe(true)
  expect(screen.container.textContent).toBe('PI')
})

it('shows only initials without an image', async () => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src={null} />)
  expect(screen.container.querySelector('img')).toBeNull()
})

it.each([
  ['/api/images/logos/signature/picture/', 's', '/api/images/logos/signature/picture/?size=64'],
  ['/api/images/logos/signature/picture/', 'l', '/api/images/logos/signature/picture/?size=128'],
  ['/api/league/Sunday/owners/Rosa/picture/?v=1', 'l', '/api/league/Sunday/owners/Rosa/picture/?v=1'],
] as const)('requests %s in the size %s', async (src, size, requested) => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src={src} size={size} />)
  expect(screen.container.querySelector('img')?.getAttribute('src')).toBe(requested)
})

it('keeps its size while the picture loads', async () => {
  const screen = await renderWithProviders(<Headshot player="Ada Fleet" espnId={7} nflTeam="GB" />)
  const { width, height } = screen.container.querySelector('span')?.getBoundingClientRect() ?? new DOMRect()
  expect([width, height]).toEqual([32, 32])
  expect(screen.container.querySelector('span')?.dataset['initials']).toBe('AF')
})

it.each([
  ['a player', 7, 'GB', '/api/images/players/7/?size=64'],
  ['a team defense', -16009, 'GB', '/api/images/nfl-teams/GB/?size=64'],
  ['a team defense without a team', -16009, null, undefined],
  ['an unknown player', null, 'GB', undefined],
])('shows the picture of %s', async (_, espnId, nflTeam, src) => {
  const screen = await renderWithProviders(<Headshot player="Ada Fleet" espnId={espnId} nflTeam={nflTeam} />)
  expect(screen.container.querySelector('img')?.getAttribute('src')).toBe(src)
})
