import { describe, expect, it } from 'vitest'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { postRefreshFetch } from './post-refresh-fetch.ts'

const WEEK = { season: 2026, week: 11 }

describe('the fetch after a refresh', () => {
  it('runs once for leagues that are refreshed together and again for a later refresh', async () => {
    const fetchedWeeks: number[] = []
    const backgroundFetch = postRefreshFetch(
      { readWeek: async ({ week }) => void fetchedWeeks.push(week) },
      createMemoryLog().log,
    )
    backgroundFetch.start(WEEK)
    backgroundFetch.start({ ...WEEK })
    backgroundFetch.start({ ...WEEK, week: 12 })
    await backgroundFetch.waitUntilIdle()
    expect(fetchedWeeks).toEqual([11, 12])
    backgroundFetch.start(WEEK)
    await backgroundFetch.waitUntilIdle()
    expect(fetchedWeeks).toEqual([11, 12, 11])
  })

  it('stops with the server and starts nothing afterwards', async () => {
    const startedWeeks: number[] = []
    const readWeek = ({ week }: { week: number }, signal?: AbortSignal) => {
      startedWeeks.push(week)
      return new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
      })
    }
    const { log, lines } = createMemoryLog()
    const backgroundFetch = postRefreshFetch({ readWeek }, log)
    backgroundFetch.start(WEEK)
    await backgroundFetch.stop()
    backgroundFetch.start({ ...WEEK, week: 12 })
    expect([startedWeeks, lines]).toEqual([[11], []])
  })

  it('logs a failure without throwing', async () => {
    const { log, lines } = createMemoryLog()
    const backgroundFetch = postRefreshFetch({ readWeek: () => Promise.reject(new Error('no disk')) }, log)
    backgroundFetch.start(WEEK)
    await backgroundFetch.waitUntilIdle()
    expect(lines.join()).toContain('no disk')
  })
})
