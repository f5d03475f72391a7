import { describe, expect, it } from 'vitest'
import type { LineupEntry } from './lineup.ts'
import type { NflWeekGame } from './nfl-week.ts'
import {
  commentNotification,
  isNearKickoff,
  pickReminder,
  proposalNotification,
  starterAlerts,
} from './notification.ts'

const WEEK = { season: 2026, week: 5 }
/** Week 5 of 2026 locks on 10 October at 22:00 UTC, in Berlin's reading at 15:00. */
const at = (time: string) => new Date(`2026-10-10T${time}Z`)

describe('a pick that is missing', () => {
  it.each([
    ['18:59:59', null, null],
    ['19:00:00', null, 'Week 5 locks in 3 hours'],
    ['20:29:00', null, 'Week 5 locks in 2 hours'],
    ['21:00:00', null, 'Week 5 locks in an hour'],
    ['21:50:00', null, 'Week 5 locks in 10 minutes'],
    ['21:59:59', null, 'Week 5 locks in a minute'],
    ['22:00:00', null, null],
    ['12:00:00', 'Europe/Berlin', 'Week 5 locks in 3 hours'],
    ['15:00:00', 'Europe/Berlin', null],
    ['20:00:00', 'America/Los_Angeles', 'Week 5 locks in 2 hours'],
  ])('at %s in %s is told as %s', (time, timeZone, title) => {
    expect(pickReminder(WEEK, 'Harbour', timeZone, at(time))?.title ?? null).toBe(title)
  })
})

function aGame(homeTeamId: number, kickoff: string, more: Partial<NflWeekGame> = {}): NflWeekGame {
  return {
    gameId: homeTeamId,
    season: 2026,
    week: 5,
    homeTeamId,
    awayTeamId: homeTeamId + 100,
    kickoff: new Date(kickoff),
    isTimeSet: true,
    state: 'pre',
    line: null,
    weather: null,
    ...more,
  }
}

function aPlayer(more: Partial<LineupEntry>): LineupEntry {
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
    ...more,
  }
}

describe('a starter who will not play', () => {
  const nfl = {
    games: [
      aGame(3, '2026-10-08T00:15:00Z', { state: 'post' }),
      aGame(1, '2026-10-11T17:00:00Z'),
      aGame(2, '2026-10-12T00:20:00Z'),
    ],
    byeTeamIds: new Set([9]),
  }
  const told = (entry: Partial<LineupEntry>, now: string) =>
    starterAlerts([aPlayer(entry)], nfl, WEEK, { name: 'Anchors', league: 'Harbour' }, new Date(now)).map(
      ({ title }) => title,
    )
  const SUNDAY = '2026-10-11T16:00:00Z'

  it('is told within a day of the kickoff, and not after it', () => {
    expect(told({ injuryStatus: 'OUT' }, '2026-10-10T16:59:59Z')).toEqual([])
    expect(told({ injuryStatus: 'OUT' }, '2026-10-10T17:00:00Z')).toEqual(['Rook Calloway is out'])
    expect(told({ injuryStatus: 'OUT' }, '2026-10-11T17:00:00Z')).toEqual([])
    expect(told({ injuryStatus: 'SUSPENSION', nflTeamId: 2 }, '2026-10-11T17:00:00Z')).toHaveLength(1)
  })

  it.each([
    ['2026-10-10T16:59:59Z', false],
    ['2026-10-10T17:00:00Z', true],
    ['2026-10-12T00:19:59Z', true],
    ['2026-10-12T00:20:00Z', false],
  ])('may be told at %s: %s', (now, isNear) => {
    expect(isNearKickoff(nfl, new Date(now))).toBe(isNear)
  })

  it('is told with a bye for as long as a game is still to come', () => {
    expect(told({ nflTeamId: 9 }, SUNDAY)).toEqual(['Rook Calloway has a bye'])
    expect(told({ nflTeamId: 9 }, '2026-10-09T12:00:00Z')).toEqual([])
    expect(told({ nflTeamId: 9 }, '2026-10-12T01:00:00Z')).toEqual([])
  })

  it('is nobody who may play, sits on the bench, or is of a team that is not known', () => {
    expect(told({ injuryStatus: 'QUESTIONABLE' }, SUNDAY)).toEqual([])
    expect(told({}, SUNDAY)).toEqual([])
    expect(told({ injuryStatus: 'OUT', slotId: 20 }, SUNDAY)).toEqual([])
    expect(told({ injuryStatus: 'OUT', slotId: 21 }, SUNDAY)).toEqual([])
    expect(told({ injuryStatus: 'OUT', nflTeamId: null }, SUNDAY)).toEqual([])
    expect(told({ injuryStatus: 'OUT', nflTeamId: 77 }, SUNDAY)).toEqual([])
  })

  it('is told with the place and the team', () => {
    expect(
      starterAlerts(
        [aPlayer({ injuryStatus: 'OUT' })],
        nfl,
        WEEK,
        { name: 'Anchors', league: 'Harbour' },
        new Date(SUNDAY),
      ),
    ).toEqual([
      {
        kind: 'starter',
        key: 'starter 2026 5 11',
        title: 'Rook Calloway is out',
        body: 'Starts at RB for Anchors in Harbour, week 5.',
        expiresAt: new Date('2026-10-11T17:00:00Z'),
      },
    ])
  })
})

it('shows the beginning of what somebody wrote', () => {
  const written = { id: 7, author: 'Rosa Field', text: `Line\n one ${'x'.repeat(200)}`, at: at('12:00:00') }
  expect(proposalNotification(written, 'Harbour').body).toBe(`Rosa Field: Line one ${'x'.repeat(110)}…`)
  expect(commentNotification(written, 'Harbour')).toMatchObject({
    key: 'comment 7',
    title: 'Rosa Field commented on your post',
    expiresAt: new Date('2026-10-11T00:00:00Z'),
  })
})
