import { describe, expect, it } from 'vitest'
import { newYorkDay, newYorkInstant } from '../time-zones.ts'
import { nextRefreshAt, type RefreshContext, type ScheduledGame, typicalGames } from './refresh-schedule.ts'

const at = (text: string) => new Date(text)

const game = (kickoff: string, state: ScheduledGame['state'] = 'unknown'): ScheduledGame => ({
  kickoff: at(kickoff),
  state,
})

/**
 * The season opener, Thanksgiving, a Sunday, a Monday night game (Tuesday in UTC), Christmas and the last
 * game.
 */
const GAMES = [
  game('2026-09-11T00:20:00Z'),
  game('2026-11-26T17:30:00Z'),
  game('2026-11-29T18:00:00Z'),
  game('2026-11-30T01:20:00Z'),
  game('2026-12-01T01:15:00Z'),
  game('2026-12-25T18:00:00Z'),
  game('2027-01-10T21:25:00Z'),
]

/** The next refresh of a league that was refreshed at `now`. */
function nextRefreshAfter(now: string, more: Partial<RefreshContext> = {}): string {
  return nextRefreshAt({ now: at(now), lastRefresh: at(now), games: GAMES, hasViewers: false, ...more })
    .toISOString()
    .replace(':00.000', '')
}

describe('nextRefreshAt', () => {
  it('refreshes a new league immediately', () => {
    expect(nextRefreshAfter('2026-04-02T10:00:00Z', { lastRefresh: null })).toBe('2026-04-02T10:00Z')
  })

  it.each([
    ['a week later in the offseason', '2026-04-02T10:00:00Z', '2026-04-09T10:00Z'],
    ['when the season approaches, if that is earlier', '2026-08-10T10:00:00Z', '2026-08-12T00:20Z'],
    ['a day later before the first game', '2026-08-20T10:00:00Z', '2026-08-21T10:00Z'],
    ['a day later on a day without games', '2026-11-24T12:00:00Z', '2026-11-25T12:00Z'],
    ['a day later in a week without games', '2026-12-08T12:00:00Z', '2026-12-09T12:00Z'],
    ['when game day begins in New York', '2026-11-28T12:00:00Z', '2026-11-29T05:00Z'],
    [
      'when game day begins in New York during daylight saving time',
      '2026-09-10T01:00:00Z',
      '2026-09-10T04:00Z',
    ],
    ['15 minutes later on Thanksgiving', '2026-11-26T12:00:00Z', '2026-11-26T12:15Z'],
    ['15 minutes later on Sunday before the games', '2026-11-29T14:00:00Z', '2026-11-29T14:15Z'],
    ['15 minutes later on Sunday during the games', '2026-11-29T19:00:00Z', '2026-11-29T19:15Z'],
    [
      '15 minutes later during the Monday night game, after midnight in New York',
      '2026-12-01T05:10:00Z',
      '2026-12-01T05:25Z',
    ],
    ['a day later after the Monday night game', '2026-12-01T06:00:00Z', '2026-12-02T06:00Z'],
    ['15 minutes later on Christmas', '2026-12-25T15:00:00Z', '2026-12-25T15:15Z'],
    ['a day later after the last game', '2027-01-12T12:00:00Z', '2027-01-13T12:00Z'],
    ['a day later for two weeks after the last week', '2027-01-25T12:00:00Z', '2027-01-26T12:00Z'],
    ['a week later after that', '2027-01-28T12:00:00Z', '2027-02-04T12:00Z'],
  ])('refreshes %s', (_, now, expected) => {
    expect(nextRefreshAfter(now)).toBe(expected)
  })

  it.each([
    ['a minute later during a game', '2026-11-29T19:00:00Z', '2026-11-29T19:01Z'],
    ['at the next kickoff if that is earlier', '2026-11-29T17:50:00Z', '2026-11-29T18:00Z'],
    ['15 minutes later, long before a game', '2026-11-29T14:00:00Z', '2026-11-29T14:15Z'],
    ['15 minutes later between games', '2026-11-29T23:00:00Z', '2026-11-29T23:15Z'],
    ['a day later on a day without games', '2026-11-24T12:00:00Z', '2026-11-25T12:00Z'],
  ])('with viewers, refreshes %s', (_, now, expected) => {
    expect(nextRefreshAfter(now, { hasViewers: true })).toBe(expected)
  })

  it('waits at least a minute after the last refresh and never returns a past time', () => {
    const now = at('2026-11-29T19:00:20Z')
    const nextAfter = (lastRefresh: string) =>
      nextRefreshAt({ now, lastRefresh: at(lastRefresh), games: GAMES, hasViewers: true })
    expect(nextAfter('2026-11-29T19:00:00Z')).toEqual(at('2026-11-29T19:01:00Z'))
    expect(nextAfter('2026-11-29T12:00:00Z')).toEqual(now)
  })

  it('treats a last refresh in the future as now', () => {
    const lastRefresh = at('2027-04-02T10:00:00Z')
    expect(nextRefreshAfter('2026-04-02T10:00:00Z', { lastRefresh })).toBe('2026-04-09T10:00Z')
  })

  it('follows the game states: live ends early when all games are over and lasts longer in a long game', () => {
    const sunday = (state: ScheduledGame['state']) => [game('2026-11-29T18:00:00Z', state)]
    const viewed = { hasViewers: true }
    expect(nextRefreshAfter('2026-11-29T20:00:00Z', { ...viewed, games: sunday('over') })).toBe(
      '2026-11-29T20:15Z',
    )
    expect(nextRefreshAfter('2026-11-29T23:00:00Z', { ...viewed, games: sunday('live') })).toBe(
      '2026-11-29T23:01Z',
    )
    expect(nextRefreshAfter('2026-11-30T03:00:00Z', { ...viewed, games: sunday('live') })).toBe(
      '2026-11-30T03:15Z',
    )
  })
})

describe('typicalGames', () => {
  const games = typicalGames(at('2026-11-22T12:00:00Z'))
  const onDay = (day: string) =>
    games
      .filter(({ kickoff }) => newYorkDay(kickoff) === day)
      .map(({ kickoff }) => kickoff.toISOString().slice(11, 16))

  it.each([
    ['a Thursday in daylight saving time', '2026-10-08', ['00:15']],
    ['a Sunday in daylight saving time', '2026-10-11', ['17:00', '20:15', '00:15']],
    ['the Sunday on which daylight saving time ends', '2026-11-01', ['18:00', '21:15', '01:15']],
    ['a Monday', '2026-11-23', ['01:15']],
    ['a Tuesday', '2026-11-24', []],
    ['a Saturday in November', '2026-11-28', []],
    ['a Saturday in December', '2026-12-19', ['18:00', '21:30', '01:15']],
    ['a Saturday in January', '2027-01-09', ['18:00', '21:30', '01:15']],
    ['a Sunday in August', '2026-08-30', []],
    ['a Sunday in February', '2027-02-07', []],
  ])('returns the kickoffs of %s', (_, day, kickoffs) => {
    expect(onDay(day)).toEqual(kickoffs)
  })

  it('drives the refresh schedule of a season', () => {
    const typical = { games }
    expect(nextRefreshAfter('2026-11-22T12:00:00Z', typical)).toBe('2026-11-22T12:15Z')
    expect(nextRefreshAfter('2026-11-25T12:00:00Z', typical)).toBe('2026-11-26T05:00Z')
    expect(
      nextRefreshAfter('2026-06-01T12:00:00Z', { games: typicalGames(at('2026-06-01T12:00:00Z')) }),
    ).toBe('2026-06-08T12:00Z')
  })
})

describe('newYorkDay and newYorkInstant', () => {
  it.each([
    ['2026-03-08T06:59:59Z', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09T03:59:59Z', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09T04:00:00Z', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01T04:00:00Z', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02T04:59:59Z', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02T05:00:00Z', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('convert %s to the day %s, which begins at %s', (moment, day, beginsAt) => {
    expect(newYorkDay(at(moment))).toBe(day)
    expect(newYorkInstant(day, 0).toISOString()).toBe(beginsAt)
  })
})
