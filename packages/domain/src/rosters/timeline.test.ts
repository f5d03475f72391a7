import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../duration.ts'
import { pointsFromDecimal } from '../points.ts'
import type { GameResult } from '../seasons/season.ts'
import {
  addToTimeline,
  DECIDED_INTERVAL_MS,
  type TimelinePoint,
  thinTimeline,
  timelineFacts,
  timelinePoint,
  toMatchupView,
} from './matchup.ts'

const KICKOFF = new Date('2026-11-22T18:00:00Z')
const atMinute = (minute: number, seconds = 0) =>
  new Date(KICKOFF.getTime() + minute * MINUTE_MS + seconds * 1000)

function buildPoint(overrides: Partial<TimelinePoint> = {}): TimelinePoint {
  const points = pointsFromDecimal(20)
  return { at: KICKOFF, state: 'live', home: points, away: points, homeProbability: 0.6, ...overrides }
}

type Outlook = [scored: number, projected: number]

function pointOf(home: Outlook, away: Outlook, minute: number, result: GameResult = 'undecided') {
  const toSide = ([scored, projected]: Outlook) => ({
    points: pointsFromDecimal(scored),
    livePoints: null,
    projectedPoints: pointsFromDecimal(projected),
  })
  const sides = { home: toSide(home), away: toSide(away) }
  const view = toMatchupView({ ...sides, result, isOneWeek: true }, minute >= 0)
  const point = timelinePoint(view, result, atMinute(minute))
  if (point === null) throw new Error('no win probability')
  return point
}

// Scored and projected points. Source: analytics, 17 "Timeline".
const GAME = [
  pointOf([0, 115], [0, 110], -30),
  pointOf([30, 110], [60, 115], 60),
  pointOf([70, 115], [95, 115], 120),
  pointOf([108, 118], [115, 115], 180),
  pointOf([121, 121], [115, 115], 240, 'home'),
]

describe('timelinePoint', () => {
  it('has the win probability of the home team, and certainty at the end', () => {
    expect(GAME.map(({ homeProbability }) => homeProbability)).toEqual([0.550241, 0.435254, 0.5, 0.642706, 1])
    expect(GAME.map(({ state }) => state)).toEqual(['before', 'live', 'live', 'live', 'final'])
    expect(GAME.at(-1)).toMatchObject({ home: 12_100, away: 11_500 })
  })

  it('is at a whole minute', () => {
    const view = toMatchupView(
      {
        result: 'tie',
        isOneWeek: true,
        home: SIDE,
        away: SIDE,
      },
      true,
    )
    expect(timelinePoint(view, 'tie', atMinute(3, 59))).toEqual(
      buildPoint({ at: atMinute(3), state: 'final', homeProbability: 0.5 }),
    )
  })

  it('is null without projections', () => {
    const view = toMatchupView({ result: 'undecided', isOneWeek: true, home: SIDE, away: SIDE }, true)
    expect(timelinePoint(view, 'undecided', KICKOFF)).toBeNull()
  })
})

const SIDE = { points: pointsFromDecimal(20), livePoints: null, projectedPoints: null }

describe('addToTimeline', () => {
  const before = buildPoint({ at: atMinute(-60), state: 'before' })
  const live = buildPoint({ at: atMinute(10) })
  const final = buildPoint({ at: atMinute(200), state: 'final', homeProbability: 1 })

  it.each([
    ['begins before kickoff', null, before, null],
    ['begins during the game', null, live, null],
    [
      'keeps one point before kickoff, the latest',
      before,
      { ...before, at: atMinute(-5), homeProbability: 0.7 },
      before,
    ],
    ['continues at kickoff', before, live, null],
    ['continues with a score', live, { ...live, at: atMinute(11), home: pointsFromDecimal(26) }, null],
    ['continues with a probability', live, { ...live, at: atMinute(11), homeProbability: 0.61 }, null],
    ['has one point per minute, the latest', live, { ...live, homeProbability: 0.61 }, live],
    ['ends with the result', live, final, null],
    ['continues after a result that was withdrawn', final, { ...live, at: atMinute(260) }, final],
  ])('%s', (_, last, next, replaced) => {
    expect(addToTimeline(last, next)).toEqual({ point: next, replaces: replaced?.at ?? null })
  })

  it.each([
    ['a result without a game before it', null, final],
    ['what has not changed', live, { ...live, at: atMinute(12) }],
    ['a state before kickoff after it', live, { ...before, at: atMinute(12) }],
  ])('does not contain %s', (_, last, next) => {
    expect(addToTimeline(last, next)).toBeNull()
  })

  it('corrects the score at the time of the result', () => {
    const corrected = { ...final, at: atMinute(4000), home: pointsFromDecimal(20.5) }
    expect(addToTimeline(final, corrected)).toEqual({
      point: { ...corrected, at: final.at },
      replaces: final.at,
    })
  })

  it('stays in order when the clock is set back', () => {
    const next = { ...live, at: atMinute(2), homeProbability: 0.4 }
    expect(addToTimeline(live, next)).toEqual({ point: { ...next, at: live.at }, replaces: live.at })
  })
})

describe('timelineFacts', () => {
  it('finds lead changes, the largest swing and the comeback', () => {
    const facts = timelineFacts(GAME)
    expect(facts?.leadChanges).toEqual([GAME[1], GAME[3]])
    expect(facts?.largestSwing).toEqual({ point: GAME[4], change: 0.357294 })
    expect(facts?.comeback).toEqual({ winner: 'home', point: GAME[1], probability: 0.435254 })
  })

  it.each([
    ['is decided', GAME.slice(0, -1)],
    ['ends in a tie', [...GAME.slice(0, -1), buildPoint({ state: 'final', homeProbability: 0.5 })]],
  ])('has no comeback before the game %s', (_, points) => {
    expect(timelineFacts(points)?.comeback).toBeNull()
  })

  it('takes the probability of the away team when it wins', () => {
    const end = buildPoint({ state: 'final', homeProbability: 0 })
    const { comeback } = timelineFacts([...GAME.slice(0, -1), end]) ?? {}
    expect(comeback).toEqual({ winner: 'away', point: GAME[3], probability: 0.357294 })
  })

  it('needs three points', () => {
    expect(timelineFacts(GAME.slice(0, 2))).toBeNull()
  })
})

describe('thinTimeline', () => {
  const timeline = fc
    .array(
      fc.record({ gap: fc.integer({ min: 1, max: 30 }), probability: fc.integer({ min: 1, max: 999_999 }) }),
      {
        minLength: 3,
        maxLength: 200,
      },
    )
    .map((steps) => {
      let minute = 0
      return steps.map(({ gap, probability }, index) => {
        minute += gap
        const isLast = index === steps.length - 1
        const homeProbability = isLast ? Number(probability > 500_000) : probability / 1_000_000
        return buildPoint({ at: atMinute(minute), state: isLast ? 'final' : 'live', homeProbability })
      })
    })

  it('does not change the facts, the first and the last point', () => {
    fc.assert(
      fc.property(timeline, (points) => {
        const thinned = thinTimeline(points, DECIDED_INTERVAL_MS)
        expect(timelineFacts(thinned)).toEqual(timelineFacts(points))
        expect([thinned[0], thinned.at(-1)]).toEqual([points[0], points.at(-1)])
      }),
    )
  })

  it('keeps about one point per interval of a steady game', () => {
    const points = Array.from({ length: 240 }, (_, minute) =>
      buildPoint({ at: atMinute(minute), homeProbability: 0.6 + (minute % 7) / 100 }),
    )
    const end = buildPoint({ at: atMinute(300), state: 'final', homeProbability: 1 })
    const thinned = thinTimeline([...points, end], DECIDED_INTERVAL_MS)
    expect(thinned.length).toBeGreaterThan(48)
    expect(thinned.length).toBeLessThan(55)
  })

  it('is stable when repeated', () => {
    fc.assert(
      fc.property(timeline, (points) => {
        const once = thinTimeline(points, DECIDED_INTERVAL_MS)
        expect(timelineFacts(thinTimeline(once, DECIDED_INTERVAL_MS))).toEqual(timelineFacts(once))
      }),
    )
  })

  it('keeps a short timeline', () => {
    expect(thinTimeline(GAME.slice(0, 2), DECIDED_INTERVAL_MS)).toEqual(GAME.slice(0, 2))
  })
})
