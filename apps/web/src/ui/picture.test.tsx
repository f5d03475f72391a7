import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Picture } from './picture.tsx'

it('hides an image that fails to load, over the initials', async () => {
  const screen = await show(<Picture name="Punt Intended" src="data:image/png;base64,broken" />)
  await vi.waitFor(() => expect(screen.container.querySelector('img')?.hidden).toBe(true))
  expect(screen.container.textContent).toBe('PI')
})

it('shows initials alone without an image', async () => {
  const screen = await show(<Picture name="Punt Intended" src={null} />)
  expect(screen.container.querySelector('img')).toBeNull()
})
