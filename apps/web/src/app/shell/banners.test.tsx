import { expect, it, vi } from 'vitest'
import { trackConnectivity, watchNetwork } from '../../api/connectivity.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { Banners } from './shell.tsx'

it('says that the device is offline when the request that noticed it was faster', async () => {
  fakeServer({})
  const device = new EventTarget()
  watchNetwork(device)
  const screen = await renderWithProviders(<Banners />)
  await trackConnectivity(() => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
  await expect.element(screen.getByText("We can't reach the server.")).toBeVisible()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  for (const target of [device, window]) target.dispatchEvent(new Event('offline'))
  await expect.element(screen.getByText("You're offline.")).toBeVisible()
})
