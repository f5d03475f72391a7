import { expect, it } from 'vitest'
import { trackConnectivity } from '../../api/connectivity.ts'
import { serverClock } from '../../api/page-environment.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { Freshness } from './freshness.tsx'

it('says how old the data are only while the server can be reached', async () => {
  fakeServer({})
  const screen = await renderWithProviders(<Freshness of={{ updated_at: new Date().toISOString() }} />)
  await expect.element(screen.getByText('Updated just now')).toBeVisible()
  await trackConnectivity(() => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
  await expect.element(screen.getByText(/^Data from/)).toBeVisible()
  await expect.element(screen.getByText('Updated just now')).not.toBeInTheDocument()
  await trackConnectivity(async () => Response.json({}))
  await expect.element(screen.getByText('Updated just now')).toBeVisible()
})

it('is right as soon as the clock of the device turns out to be wrong', async () => {
  const serverTime = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const screen = await renderWithProviders(<Freshness of={{ updated_at: serverTime }} />)
  await expect.element(screen.getByText('Updated 2 days ago')).toBeVisible()
  serverClock.syncToBody(new Headers(), { now: serverTime })
  await expect.element(screen.getByText('Updated just now')).toBeVisible()
})
