import { describe, expect, it } from 'vitest'
import type { NflWeekGame } from '../nfl/nfl-week.ts'
import type { LineupEntry } from '../rosters/lineup.ts'
import { isNearKickoff, nextDeliveryTime, pickReminder, starterAlerts } from './notification.ts'

const WEEK = { season: 2026, week: 5 }
/** Picks for Week 5 of 2026 lock on October 10 at 22:00 UTC, and at 15:00 UTC for a user in Berlin. */
const at = (time: string) => new Date(`2026-10-10T${time}Z`)

describe('pickReminder', () => {
  it.each([
    ['18:59:59', null, null],
    ['19:00:00', null, 'Week 5 picks lock in 3 hours'],
    ['20:29:00', null, 'Week 5 picks lock in 2 hours'],
    ['21:00:00', null, 'Week 5 picks lock in 1 hour'],
    ['21:50:00', null, 'Week 5 picks lock in 10 minutes'],
    ['21:59:59', null, 'Week 5 picks lock in 1 minute'],
    ['22:00:00', null, null],
    ['12:00:00', 'Europe/Berlin', 'Week 5 picks lock in 3 hours'],
    ['15:00:00', 'Europe/Berlin', null],
    ['20:00:00', 'America/Los_Angeles', 'Week 5 picks lock in 2 hours'],
  ])('at %s in time zone %s returns the title %s', (time, timeZone, title) => {
    expect(pickReminder(WEEK, 'Harbour', timeZone, at(time))?.title ?? null).toBe(title)
  })
})

function buildGame(homeTeamId: number, kickoff: string, overrides: Partial<NflWeekGame> = {}): NflWeekGame {
  return {
    gameId: homeTeamId,
    season: 2026,
    week: 5,
    homeTeamId,
    awayTeamId: homeTeamId + 100,
    kickoff: new Date(kickoff),
    isTimeSet: true,
    state: 'pre',
    progress: null,
    line: null,
    weather: null,
    ...overrides,
  }
}

function buildPlayer(overrides: Partial<LineupEntry>): LineupEntry {
  return {
    slotId: 2,
    playerId: 11,
    name: 'Rook Calloway',
    position: 'RB',
    nflTeamId: 1,
    injuryStatus: null,
    points: null,
    projectedPoints: null,
    eligibleSlots: [],
    ...overrides,
  }
}

describe('starterAlerts', () => {
  const nfl = {
    games: [
      buildGame(3, '2026-10-08T00:15:00Z', { state: 'post' }),
      buildGame(1, '2026-10-11T17:00:00Z'),
      buildGame(2, '2026-10-12T00:20:00Z'),
    ],
    byeTeamIds: new Set([9]),
  }
  const alertTitles = (entry: Partial<LineupEntry>, now: string) =>
    starterAlerts([buildPlayer(entry)], nfl, WEEK, { name: 'Anchors', league: 'Harbour' }, new Date(now)).map(
      ({ title }) => title,
    )
  const SUNDAY = '2026-10-11T16:00:00Z'

  it('alerts about a starter who is out in the 24 hours before kickoff, and not after it', () => {
    expect(alertTitles({ injuryStatus: 'OUT' }, '2026-10-10T16:59:59Z')).toEqual([])
    expect(alertTitles({ injuryStatus: 'OUT' }, '2026-10-10T17:00:00Z')).toEqual(['Rook Calloway is out'])
    expect(alertTitles({ injuryStatus: 'OUT' }, '2026-10-11T17:00:00Z')).toEqual([])
    expect(alertTitles({ injuryStatus: 'SUSPENSION', nflTeamId: 2 }, '2026-10-11T17:00:00Z')).toHaveLength(1)
  })

  it.each([
    ['2026-10-10T16:59:59Z', false],
    ['2026-10-10T17:00:00Z', true],
    ['2026-10-12T00:19:59Z', true],
    ['2026-10-12T00:20:00Z', false],
  ])('isNearKickoff at %s returns %s', (now, isNear) => {
    expect(isNearKickoff(nfl, new Date(now))).toBe(isNear)
  })

  it('alerts about a starter on bye while a game of the week is still to come', () => {
    expect(alertTitles({ nflTeamId: 9 }, SUNDAY)).toEqual(['Rook Calloway is on bye'])
    expect(alertTitles({ nflTeamId: 9 }, '2026-10-09T12:00:00Z')).toEqual([])
    expect(alertTitles({ nflTeamId: 9 }, '2026-10-12T01:00:00Z')).toEqual([])
  })

  it('ignores players who may play, are on the bench, or have an unknown NFL team', () => {
    expect(alertTitles({ injuryStatus: 'QUESTIONABLE' }, SUNDAY)).toEqual([])
    expect(alertTitles({}, SUNDAY)).toEqual([])
    expect(alertTitles({ injuryStatus: 'OUT', slotId: 20 }, SUNDAY)).toEqual([])
    expect(alertTitles({ injuryStatus: 'OUT', slotId: 21 }, SUNDAY)).toEqual([])
    expect(alertTitles({ injuryStatus: 'OUT', nflTeamId: null }, SUNDAY)).toEqual([])
    expect(alertTitles({ injuryStatus: 'OUT', nflTeamId: 77 }, SUNDAY)).toEqual([])
  })

  it('names the slot, the team and the week', () => {
    expect(
      starterAlerts(
        [buildPlayer({ injuryStatus: 'OUT' })],
        nfl,
        WEEK,
        { name: 'Anchors', league: 'Harbour' },
        new Date(SUNDAY),
      ),
    ).toEqual([
      {
        kind: 'starter',
        key: 'starter 2026 5 11',
        target: { tab: 'roster' },
        title: 'Rook Calloway is out',
        body: 'Starting at RB for Anchors in Harbour, Week 5. Check your lineup.',
        expiresAt: new Date('2026-10-11T17:00:00Z'),
      },
    ])
  })
})

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
