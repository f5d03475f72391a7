import { afterEach, expect, it } from 'vitest'
import { getConnectivity, resetCachedAt, trackConnectivity } from './connectivity.ts'

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
