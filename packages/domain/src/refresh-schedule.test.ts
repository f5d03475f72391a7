import { describe, expect, it } from 'vitest'
import { newYorkDay, newYorkInstant } from './new-york-time.ts'
import { nextRefreshAt, type RefreshContext, type ScheduledGame, typicalGames } from './refresh-schedule.ts'

const at = (text: string) => new Date(text)

const game = (kickoff: string, state: ScheduledGame['state'] = 'unknown'): ScheduledGame => ({
  kickoff: at(kickoff),
  state,
})

/** Week 12 of 2026: Thanksgiving, a Sunday, a Monday night that ends on Tuesday in UTC; and the first game. */
const GAMES = [
  game('2026-09-11T00:20:00Z'),
  game('2026-11-26T17:30:00Z'),
  game('2026-11-29T18:00:00Z'),
  game('2026-11-30T01:20:00Z'),
  game('2026-12-01T01:15:00Z'),
  game('2026-12-25T18:00:00Z'),
  game('2027-01-10T21:25:00Z'),
]

/** When a league that was read at that very moment is due again. */
function dueAfter(now: string, more: Partial<RefreshContext> = {}): string {
  return nextRefreshAt({ now: at(now), lastRefresh: at(now), games: GAMES, hasViewers: false, ...more })
    .toISOString()
    .replace(':00.000', '')
}

describe('a league is due', () => {
  it('at once, when it was never read', () => {
    expect(dueAfter('2026-04-02T10:00:00Z', { lastRefresh: null })).toBe('2026-04-02T10:00Z')
  })

  it.each([
    ['out of season, a week later', '2026-04-02T10:00:00Z', '2026-04-09T10:00Z'],
    ['out of season, at the latest when the season is near', '2026-08-10T10:00:00Z', '2026-08-12T00:20Z'],
    ['before the first game, a day later', '2026-08-20T10:00:00Z', '2026-08-21T10:00Z'],
    ['on a day without games, a day later', '2026-11-24T12:00:00Z', '2026-11-25T12:00Z'],
    ['in a week without games, a day later', '2026-12-08T12:00:00Z', '2026-12-09T12:00Z'],
    ['the day before games, when their day begins in New York', '2026-11-28T12:00:00Z', '2026-11-29T05:00Z'],
    ['in summer time too', '2026-09-10T01:00:00Z', '2026-09-10T04:00Z'],
    ['on Thanksgiving, a quarter of an hour later', '2026-11-26T12:00:00Z', '2026-11-26T12:15Z'],
    ['on a Sunday, before its games', '2026-11-29T14:00:00Z', '2026-11-29T14:15Z'],
    ['on a Sunday, while they are played', '2026-11-29T19:00:00Z', '2026-11-29T19:15Z'],
    ['on Monday night after midnight in New York', '2026-12-01T05:10:00Z', '2026-12-01T05:25Z'],
    ['after Monday night, a day later', '2026-12-01T06:00:00Z', '2026-12-02T06:00Z'],
    ['on Christmas', '2026-12-25T15:00:00Z', '2026-12-25T15:15Z'],
    ['after the last game, a day later', '2027-01-12T12:00:00Z', '2027-01-13T12:00Z'],
    ['a week after the last game, a week later', '2027-01-20T12:00:00Z', '2027-01-27T12:00Z'],
  ])('%s', (_, now, due) => {
    expect(dueAfter(now)).toBe(due)
  })

  it.each([
    ['while a game is played, a minute later', '2026-11-29T19:00:00Z', '2026-11-29T19:01Z'],
    ['shortly before a game, when it begins', '2026-11-29T17:50:00Z', '2026-11-29T18:00Z'],
    ['long before a game, a quarter of an hour later', '2026-11-29T14:00:00Z', '2026-11-29T14:15Z'],
    ['between games, a quarter of an hour later', '2026-11-29T23:00:00Z', '2026-11-29T23:15Z'],
    ['on a day without games, a day later', '2026-11-24T12:00:00Z', '2026-11-25T12:00Z'],
  ])('when somebody looks %s', (_, now, due) => {
    expect(dueAfter(now, { hasViewers: true })).toBe(due)
  })

  it('a minute after its last refresh at the earliest, and never in the past', () => {
    const now = at('2026-11-29T19:00:20Z')
    const due = (lastRefresh: string) =>
      nextRefreshAt({ now, lastRefresh: at(lastRefresh), games: GAMES, hasViewers: true })
    expect(due('2026-11-29T19:00:00Z')).toEqual(at('2026-11-29T19:01:00Z'))
    expect(due('2026-11-29T12:00:00Z')).toEqual(now)
  })

  it('by the clock as it is now, where its last refresh seems to lie ahead', () => {
    const lastRefresh = at('2027-04-02T10:00:00Z')
    expect(dueAfter('2026-04-02T10:00:00Z', { lastRefresh })).toBe('2026-04-09T10:00Z')
  })

  it('as the games stand: no longer once all are over, for longer while one goes on', () => {
    const sunday = (state: ScheduledGame['state']) => [game('2026-11-29T18:00:00Z', state)]
    const look = { hasViewers: true }
    expect(dueAfter('2026-11-29T20:00:00Z', { ...look, games: sunday('over') })).toBe('2026-11-29T20:15Z')
    expect(dueAfter('2026-11-29T23:00:00Z', { ...look, games: sunday('live') })).toBe('2026-11-29T23:01Z')
    expect(dueAfter('2026-11-30T03:00:00Z', { ...look, games: sunday('live') })).toBe('2026-11-30T03:15Z')
  })
})

describe('the usual games', () => {
  const games = typicalGames(at('2026-11-22T12:00:00Z'))
  const onDay = (day: string) =>
    games
      .filter(({ kickoff }) => newYorkDay(kickoff) === day)
      .map(({ kickoff }) => kickoff.toISOString().slice(11, 16))

  it.each([
    ['a Thursday in summer time', '2026-10-08', ['00:15']],
    ['a Sunday in summer time', '2026-10-11', ['17:00', '20:15', '00:15']],
    ['the Sunday on which summer time ends', '2026-11-01', ['18:00', '21:15', '01:15']],
    ['a Monday', '2026-11-23', ['01:15']],
    ['a Tuesday', '2026-11-24', []],
    ['a Saturday in November', '2026-11-28', []],
    ['a Saturday in December', '2026-12-19', ['18:00', '21:30', '01:15']],
    ['a Saturday in January', '2027-01-09', ['18:00', '21:30', '01:15']],
    ['a Sunday in August', '2026-08-30', []],
    ['a Sunday in February', '2027-02-07', []],
  ])('are those of %s', (_, day, kickoffs) => {
    expect(onDay(day)).toEqual(kickoffs)
  })

  it('carry the schedule through a season', () => {
    const usual = { games }
    expect(dueAfter('2026-11-22T12:00:00Z', usual)).toBe('2026-11-22T12:15Z')
    expect(dueAfter('2026-11-25T12:00:00Z', usual)).toBe('2026-11-26T05:00Z')
    expect(dueAfter('2026-06-01T12:00:00Z', { games: typicalGames(at('2026-06-01T12:00:00Z')) })).toBe(
      '2026-06-08T12:00Z',
    )
  })
})

describe('New York', () => {
  it.each([
    ['2026-03-08T06:59:59Z', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09T03:59:59Z', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09T04:00:00Z', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01T04:00:00Z', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02T04:59:59Z', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02T05:00:00Z', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('has at %s the day %s, which began at %s', (moment, day, began) => {
    expect(newYorkDay(at(moment))).toBe(day)
    expect(newYorkInstant(day, 0).toISOString()).toBe(began)
  })
})
