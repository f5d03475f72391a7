import { describe, expect, it } from 'vitest'
import { formatWait, type LastWritten, nextWritingTime } from './moderation.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => NOW.getTime() - seconds * 1000
const NEVER: LastWritten = { text: null, upload: null, firstUpload: null }

/** The seconds until a member may write again; null for now. */
function waitOf(last: Partial<LastWritten>, what: 'text' | 'upload' = 'text', seconds = 300) {
  const at = nextWritingTime(seconds, { ...NEVER, ...last }, what, NOW)
  return at === null || at <= NOW.getTime() ? null : (at - NOW.getTime()) / 1000
}

describe('the next writing time in slow mode', () => {
  it.each<[string, Partial<LastWritten>, number | null]>([
    ['lets members write who never did', {}, null],
    ['counts from the newest text', { text: ago(100) }, 200],
    ['counts from the newest upload', { text: ago(200), upload: ago(100), firstUpload: ago(100) }, 200],
    ['ends after the interval', { text: ago(300) }, null],
  ])('%s', (_, last, expected) => {
    expect(waitOf(last)).toBe(expected)
  })

  it.each<[string, Partial<LastWritten>, number | null]>([
    ['allows the next file within a minute of the first', { upload: ago(5), firstUpload: ago(59) }, null],
    ['refuses another upload later', { upload: ago(5), firstUpload: ago(60) }, 295],
    ['refuses an upload after a post', { text: ago(10) }, 290],
    ['refuses the next file after a post', { text: ago(5), upload: ago(10), firstUpload: ago(10) }, 295],
  ])('%s', (_, last, expected) => {
    expect(waitOf(last, 'upload')).toBe(expected)
  })
})

it('formats the time to wait', () => {
  expect([1, 900, 59_001, 60_001, 3_600_000].map(formatWait)).toEqual([
    '1 second',
    '1 second',
    '1 minute',
    '2 minutes',
    '60 minutes',
  ])
})
