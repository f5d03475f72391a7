import { expect, it } from 'vitest'
import type { Points } from '../points.ts'
import {
  commentNotification,
  jobNotification,
  likeNotification,
  likeTitle,
  proposalNotification,
  recordNotification,
} from './activity-notifications.ts'

const at = (time: string) => new Date(`2026-10-10T${time}Z`)

it('truncates long proposals and comments in the notification body', () => {
  const text = { id: 7, author: 'Rosa Field', text: `Line\n one ${'x'.repeat(200)}`, at: at('12:00:00') }
  expect(proposalNotification(text, 'Harbour').body).toBe(`Rosa Field: Line one ${'x'.repeat(110)}…`)
  expect(commentNotification(text, { noun: 'post', id: 3 }, 'Harbour')).toMatchObject({
    key: 'comment 7',
    title: 'Rosa Field commented on your post',
    expiresAt: new Date('2026-10-11T00:00:00Z'),
  })
})

it.each([
  [['Ada'], 1, 'Ada liked your post'],
  [['Ada', 'Bo'], 2, 'Ada and Bo liked your post'],
  [['Ada', 'Bo'], 4, 'Ada and 3 others liked your post'],
  [[], 1, 'A former member liked your post'],
])('summarizes the likes of %j, %i in all', (likers, count, title) => {
  expect(likeTitle(likers, count, 'post')).toBe(title)
})

it('says what was commented on or liked, and opens it', () => {
  const text = { id: 7, author: 'Rosa Field', text: 'Fair?', at: at('12:00:00') }
  const trade = { noun: 'trade', season: 2026, transaction: 'a-1' } as const
  expect(commentNotification(text, trade, 'Harbour')).toMatchObject({
    title: 'Rosa Field commented on your trade',
    target: { tab: 'league social', view: 'trade', season: 2026, transaction: 'a-1', commentId: 7 },
  })
  expect(commentNotification(text, { noun: 'video', id: 3 }, 'Harbour')).toMatchObject({
    title: 'Rosa Field commented on your video',
    target: { item: { type: 'media', id: 3 } },
  })
  const picture = { id: 3, noun: 'picture', likers: ['Ada'], text: '', at: at('12:00:00') } as const
  expect(likeNotification(picture, 'Harbour')).toMatchObject({
    title: 'Ada liked your picture',
    body: 'Harbour',
    target: { item: { type: 'media', id: 3 } },
  })
})

it('names the record, its holder and the game that broke it', () => {
  const at = new Date('2026-10-13T15:00:00Z')
  const record = { name: 'highest_team_game', holder: 'Rosa Field', points: 18_740 as Points } as const
  expect(recordNotification({ ...record, gameId: 31, period: 5, season: 2026, at }, 'Harbour')).toMatchObject(
    {
      title: 'New record: highest team score',
      body: 'Harbour: Rosa Field, 187.40 points in Week 5.',
      target: { tab: 'history', season: 2026, week: 5, game: 31 },
    },
  )
})

it('reports a refresh that keeps failing once a day, and each backfill', () => {
  const job = { id: 7, kind: 'refresh', hasFailed: true, outcome: 'ESPN is down.' } as const
  const keyOf = (change: object) => jobNotification({ ...job, at: at('09:00'), ...change }, 'Harbour').key
  expect(keyOf({ id: 8, at: at('23:00') })).toBe(keyOf({}))
  expect(keyOf({ kind: 'backfill', id: 8 })).not.toBe(keyOf({ kind: 'backfill' }))
  expect(jobNotification({ ...job, at: at('09:00') }, 'Harbour')).toMatchObject({
    title: 'A refresh of Harbour failed',
    body: 'ESPN is down.',
  })
})
