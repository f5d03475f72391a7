import { expect, it, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render.tsx'
import { Avatar } from './avatar.tsx'

it('hides an image that fails to load and shows the initials', async () => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src="data:image/png;base64,broken" />)
  await vi.waitFor(() => expect(screen.container.querySelector('img')?.hidden).toBe(true))
  expect(screen.container.textContent).toBe('PI')
})

it('shows only initials without an image', async () => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src={null} />)
  expect(screen.container.querySelector('img')).toBeNull()
})

it.each([
  ['http://logos.example/a.png', 'https://logos.example/a.png'],
  ['HTTP://logos.example/http:b.png', 'https://logos.example/http:b.png'],
  ['https://logos.example/a.png', 'https://logos.example/a.png'],
  ['/owners/rosa-field.jpg?v=1', '/owners/rosa-field.jpg?v=1'],
])('requests %s over https without a referrer', async (src, requested) => {
  const screen = await renderWithProviders(<Avatar name="Punt Intended" src={src} />)
  const image = screen.container.querySelector('img')
  expect(image?.getAttribute('src')).toBe(requested)
  expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(image?.hasAttribute('crossorigin')).toBe(false)
})
