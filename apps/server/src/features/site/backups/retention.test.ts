import { DAY_MS } from '@fieldhouse/domain/duration'
import { describe, expect, it } from 'vitest'
import type { StoredBackup } from '../../../backup/backup-storage.ts'
import { isBackupDue, isBackupOverdue, isCheckDue, listExpired } from './backups.ts'

const backupAt = (at: string): StoredBackup => ({ name: at, madeAt: new Date(at), bytes: 1 })

describe('isBackupDue', () => {
  it.each([
    { now: '2026-11-20T09:17:00Z', newest: '2026-11-19T09:17:00Z', isDue: true, title: 'at the next night' },
    { now: '2026-11-21T08:59:00Z', newest: '2026-11-20T09:17:00Z', isDue: false, title: 'later that day' },
    {
      now: '2026-11-23T15:00:00Z',
      newest: '2026-11-20T09:17:00Z',
      isDue: true,
      title: 'after missed nights',
    },
    { now: '2026-11-20T09:17:00Z', newest: '2026-11-20T09:17:00Z', isDue: false, title: 'once it is made' },
    {
      now: '2026-11-20T10:17:00Z',
      newest: '2027-11-20T09:17:00Z',
      isDue: true,
      title: 'with a backup from the future',
    },
  ])('is $isDue $title', ({ now, newest, isDue }) => {
    expect(isBackupDue([backupAt(newest)], new Date(now))).toBe(isDue)
  })

  it('is true for a site without backups', () => {
    expect(isBackupDue([], new Date('2026-11-20T12:00:00Z'))).toBe(true)
  })
})

it.each([
  { newest: '2026-11-18T12:00:01Z', since: '2026-01-01T00:00:00Z', isOverdue: false },
  { newest: '2026-11-18T11:59:00Z', since: '2026-01-01T00:00:00Z', isOverdue: true },
  { newest: null, since: '2026-11-19T00:00:00Z', isOverdue: false },
  { newest: null, since: '2026-11-17T00:00:00Z', isOverdue: true },
  { newest: '2027-01-01T00:00:00Z', since: '2026-11-17T00:00:00Z', isOverdue: true },
])('says $isOverdue to two days without a backup after $newest on a site since $since', (example) => {
  const backups = example.newest === null ? [] : [backupAt(example.newest)]
  const now = new Date('2026-11-20T12:00:00Z')
  expect(isBackupOverdue(backups, new Date(example.since), now)).toBe(example.isOverdue)
})

it.each([
  { last: null, isDue: true },
  { last: { at: new Date('2026-11-13T09:30:00Z'), error: null }, isDue: true },
  { last: { at: new Date('2026-11-14T09:30:00Z'), error: null }, isDue: false },
  { last: { at: new Date('2026-11-19T09:30:00Z'), error: 'damaged' }, isDue: true },
])('says $isDue to a check after $last', ({ last, isDue }) => {
  expect(isCheckDue(last, new Date('2026-11-20T09:17:00Z'))).toBe(isDue)
})

describe('listExpired', () => {
  /** What is stored after nights of backups, each followed by a cleanup. */
  function storedAfter(nights: number, first: string): string[] {
    let stored: StoredBackup[] = []
    for (let night = 0; night < nights; night += 1) {
      const now = new Date(Date.parse(first) + night * DAY_MS)
      stored = [{ name: now.toISOString().slice(0, 10), madeAt: now, bytes: 1 }, ...stored]
      const expired = new Set(listExpired(stored, now))
      stored = stored.filter((backup) => !expired.has(backup))
    }
    return stored.map(({ name }) => name)
  }

  it('leaves seven days and the Sundays of the weeks before', () => {
    // November 20 is a Friday, so the oldest of the seven days is Saturday, November 14.
    expect(storedAfter(80, '2026-09-02T09:17:00Z')).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
      '2026-11-16',
      '2026-11-15',
      '2026-11-14',
      '2026-11-13',
      '2026-11-08',
      '2026-11-01',
      '2026-10-25',
    ])
  })

  it('deletes all but the newest backup of a day', () => {
    const backups = ['2026-11-20T18:00:00Z', '2026-11-20T09:17:00Z', '2026-11-19T09:17:00Z'].map(backupAt)
    expect(listExpired(backups, new Date('2026-11-20T18:00:00Z')).map(({ name }) => name)).toEqual([
      '2026-11-20T09:17:00Z',
    ])
  })

  it('leaves backups from before a gap of months, and those from the future', () => {
    const backups = ['2027-11-20T09:17:00Z', '2026-11-20T09:17:00Z', '2026-01-05T09:17:00Z'].map(backupAt)
    expect(listExpired(backups, new Date('2026-11-20T09:17:00Z'))).toEqual([])
  })
})
