import { afterEach, expect, it, vi } from 'vitest'
import {
  getConnectivity,
  probeServer,
  resetCachedAt,
  trackConnectivity,
  watchNetwork,
} from './connectivity.ts'

const respondLive = async () => Response.json({})
const respondFromCache = (instant: string) => async () =>
  Response.json({}, { headers: { 'x-from-cache-at': instant } })
const failToFetch = async () => {
  throw new TypeError('Failed to fetch')
}

afterEach(() => trackConnectivity(respondLive))

it('reports the oldest cached response of a view while the server is unreachable', async () => {
  await trackConnectivity(respondLive)
  expect(getConnectivity()).toEqual({ isOffline: false, cachedAt: null })
  await trackConnectivity(respondFromCache('2026-11-22T18:05:00.000Z'))
  await trackConnectivity(respondFromCache('2026-11-22T17:00:00.000Z'))
  await expect(trackConnectivity(failToFetch)).rejects.toThrow('Failed to fetch')
  expect(getConnectivity()).toEqual({ isOffline: true, cachedAt: '2026-11-22T17:00:00.000Z' })
  resetCachedAt()
  expect(getConnectivity()).toEqual({ isOffline: true, cachedAt: null })
  await trackConnectivity(respondLive)
  expect(getConnectivity().isOffline).toBe(false)
})

it('stays online when a request is aborted', async () => {
  await expect(trackConnectivity(failToFetch, AbortSignal.abort())).rejects.toThrow('Failed to fetch')
  expect(getConnectivity().isOffline).toBe(false)
})

it.each([
  ['responds', async () => new Response('ok'), false],
  ['does not respond', failToFetch, true],
  ['is replaced by a proxy with an error', async () => new Response('Bad gateway', { status: 502 }), true],
])('asks a server that %s whether it is alive', async (_, respond, isOffline) => {
  vi.stubGlobal('fetch', respond)
  await probeServer()
  expect(getConnectivity().isOffline).toBe(isOffline)
  vi.unstubAllGlobals()
})

it('is offline as soon as the device is, and asks the server when the network is back', async () => {
  const page = new EventTarget()
  watchNetwork(page)
  page.dispatchEvent(new Event('offline'))
  expect(getConnectivity().isOffline).toBe(true)
  const request = vi.fn<typeof fetch>(async () => new Response('ok'))
  vi.stubGlobal('fetch', request)
  page.dispatchEvent(new Event('online'))
  await expect.poll(() => getConnectivity().isOffline).toBe(false)
  expect(request).toHaveBeenCalledExactlyOnceWith('/healthz', expect.objectContaining({ cache: 'no-store' }))
  vi.unstubAllGlobals()
})

it('stays offline when a request that was sent before the loss of the network is answered', async () => {
  const page = new EventTarget()
  watchNetwork(page)
  await trackConnectivity(async () => {
    page.dispatchEvent(new Event('offline'))
    return Response.json({})
  })
  expect(getConnectivity().isOffline).toBe(true)
  await trackConnectivity(respondLive)
  expect(getConnectivity().isOffline).toBe(false)
})
