import { describe, expect, it } from 'vitest'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { postRefreshFetch } from './post-refresh-fetch.ts'

const WEEK = { season: 2026, week: 11 }

describe('what follows a refresh', () => {
  it('is read once for leagues that are refreshed together, and again later', async () => {
    const read: number[] = []
    const followUps = postRefreshFetch(
      { readWeek: async ({ week }) => void read.push(week) },
      createMemoryLog().log,
    )
    followUps.start(WEEK)
    followUps.start({ ...WEEK })
    followUps.start({ ...WEEK, week: 12 })
    await followUps.waitUntilIdle()
    expect(read).toEqual([11, 12])
    followUps.start(WEEK)
    await followUps.waitUntilIdle()
    expect(read).toEqual([11, 12, 11])
  })

  it('stops with the server, and begins nothing after that', async () => {
    const begun: number[] = []
    const readWeek = ({ week }: { week: number }, signal?: AbortSignal) => {
      begun.push(week)
      return new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
      })
    }
    const { log, lines } = createMemoryLog()
    const followUps = postRefreshFetch({ readWeek }, log)
    followUps.start(WEEK)
    await followUps.stop()
    followUps.start({ ...WEEK, week: 12 })
    expect([begun, lines]).toEqual([[11], []])
  })

  it('is logged when it fails, and does no harm', async () => {
    const { log, lines } = createMemoryLog()
    const followUps = postRefreshFetch({ readWeek: () => Promise.reject(new Error('no disk')) }, log)
    followUps.start(WEEK)
    await followUps.waitUntilIdle()
    expect(lines.join()).toContain('no disk')
  })
})
