import { expect, it } from 'vitest'
import { getEntryWindow } from './pick-entry.tsx'

// Week 3 of 2026: Saturday is September 26, and 5 PM in Chicago is 22:00 UTC.
const WEEK = { season: 2026, week: 3, locked: false, cutoff: '2026-09-26T22:00:00.000Z' }
const at = (time: string) => new Date(`2026-09-${time}Z`)

it.each([
  // Noon in Honolulu, hours before 5 PM there: the league's cutoff comes first.
  ['Pacific/Honolulu', '26T21:59:59', 'open'],
  ['Pacific/Honolulu', '26T22:00:00', 'locked'],
  ['America/Chicago', '26T21:59:59', 'open'],
  ['America/Chicago', '26T22:00:00', 'locked'],
  // 5 PM in Berlin is 15:00 UTC: the viewer's own Saturday comes first.
  ['Europe/Berlin', '26T14:59:59', 'open'],
  ['Europe/Berlin', '26T15:00:00', 'closed'],
  ['Europe/Berlin', '26T22:00:00', 'locked'],
  // 5 PM on Kiritimati is 03:00 UTC.
  ['Pacific/Kiritimati', '26T02:59:59', 'open'],
  ['Pacific/Kiritimati', '26T03:00:00', 'closed'],
])('gives a viewer in %s at %s UTC the state %s', (timeZone, time, state) => {
  expect(getEntryWindow(WEEK, at(time), timeZone).state).toBe(state)
})

it('returns when entry closes for the viewer and when the week locks', () => {
  expect(getEntryWindow(WEEK, at('25T00:00:00'), 'Europe/Berlin')).toEqual({
    state: 'open',
    closesAt: at('26T15:00:00'),
    locksAt: at('26T22:00:00'),
  })
  expect(getEntryWindow(WEEK, at('25T00:00:00'), 'Pacific/Honolulu')).toEqual({
    state: 'open',
    closesAt: at('26T22:00:00'),
    locksAt: at('26T22:00:00'),
  })
})

it('is early before the season starts and locked after the cutoff', () => {
  expect(getEntryWindow({ ...WEEK, locked: true }, at('25T00:00:00'), 'UTC').state).toBe('early')
  expect(getEntryWindow({ ...WEEK, locked: true }, at('27T00:00:00'), 'UTC').state).toBe('locked')
})
