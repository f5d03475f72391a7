import { describe, expect, it } from 'vitest'
import { keptLog } from '../../testing/kept-log.ts'
import { outsideFollowUps } from './follow-ups.ts'

const WEEK = { season: 2026, week: 11 }

describe('what follows a refresh', () => {
  it('is read once for leagues that are refreshed together, and again later', async () => {
    const read: number[] = []
    const followUps = outsideFollowUps({ readWeek: async ({ week }) => void read.push(week) }, keptLog().log)
    followUps.follow(WEEK)
    followUps.follow({ ...WEEK })
    followUps.follow({ ...WEEK, week: 12 })
    await followUps.settled()
    expect(read).toEqual([11, 12])
    followUps.follow(WEEK)
    await followUps.settled()
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
    const { log, lines } = keptLog()
    const followUps = outsideFollowUps({ readWeek }, log)
    followUps.follow(WEEK)
    await followUps.stop()
    followUps.follow({ ...WEEK, week: 12 })
    expect([begun, lines]).toEqual([[11], []])
  })

  it('is logged when it fails, and does no harm', async () => {
    const { log, lines } = keptLog()
    const followUps = outsideFollowUps({ readWeek: () => Promise.reject(new Error('no disk')) }, log)
    followUps.follow(WEEK)
    await followUps.settled()
    expect(lines.join()).toContain('no disk')
  })
})
