import { expect, it } from 'vitest'
import { nextDeliveryTime } from './quiet-hours.ts'

const NIGHT = { begins: 22 * 60, ends: 7 * 60 + 30, timeZone: 'America/Chicago' }
const NOON = { begins: 12 * 60, ends: 13 * 60, timeZone: 'Europe/Berlin' }
const NEVER = { ...NOON, ends: 12 * 60 }

it.each([
  // In October, Chicago is five hours behind UTC: 21:59, 22:00, 3:00, 7:29, 7:30.
  [NIGHT, '2026-10-11T02:59:00Z', '2026-10-11T02:59:00Z'],
  [NIGHT, '2026-10-11T03:00:00Z', '2026-10-11T12:30:00Z'],
  [NIGHT, '2026-10-11T08:00:00Z', '2026-10-11T12:30:00Z'],
  [NIGHT, '2026-10-11T12:29:59Z', '2026-10-11T12:30:00Z'],
  [NIGHT, '2026-10-11T12:30:00Z', '2026-10-11T12:30:00Z'],
  // Clocks are set back in the night before November 1, and forward in the night before March 14.
  [NIGHT, '2026-11-01T04:00:00Z', '2026-11-01T13:30:00Z'],
  [NIGHT, '2027-03-14T05:00:00Z', '2027-03-14T12:30:00Z'],
  [NOON, '2026-10-11T10:15:00Z', '2026-10-11T11:00:00Z'],
  [NOON, '2026-10-11T11:00:00Z', '2026-10-11T11:00:00Z'],
  [NEVER, '2026-10-11T10:00:00Z', '2026-10-11T10:00:00Z'],
  [null, '2026-10-11T03:00:00Z', '2026-10-11T03:00:00Z'],
])('with quiet hours %j, the next delivery time at %s is %s', (quiet, now, deliveryTime) => {
  expect(nextDeliveryTime(quiet, new Date(now))).toEqual(new Date(deliveryTime))
})
