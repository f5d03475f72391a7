import { afterEach, expect, it } from 'vitest'
import { openView, reachNow, watched } from './reach.ts'

const live = async () => Response.json({})
const keptAt = (instant: string) => async () => Response.json({}, { headers: { 'x-from-cache-at': instant } })
const nothing = async () => {
  throw new TypeError('Failed to fetch')
}

afterEach(() => watched(live))

it('tells the age of the oldest answer of a view while the server cannot be reached', async () => {
  await watched(live)
  expect(reachNow()).toEqual({ isLost: false, keptAt: null })
  await watched(keptAt('2026-11-22T18:05:00.000Z'))
  await watched(keptAt('2026-11-22T17:00:00.000Z'))
  await expect(watched(nothing)).rejects.toThrow('Failed to fetch')
  expect(reachNow()).toEqual({ isLost: true, keptAt: '2026-11-22T17:00:00.000Z' })
  openView()
  expect(reachNow()).toEqual({ isLost: true, keptAt: null })
  await watched(live)
  expect(reachNow().isLost).toBe(false)
})

it('does not take a call that was given up for a lost server', async () => {
  await expect(watched(nothing, AbortSignal.abort())).rejects.toThrow('Failed to fetch')
  expect(reachNow().isLost).toBe(false)
})
