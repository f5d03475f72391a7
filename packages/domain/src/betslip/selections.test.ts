import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NFL_TEAMS } from '../nfl/nfl-teams.ts'
import { parseSelection } from './picks-sheet.ts'
import {
  isBettingDay,
  legStanding,
  MAX_SPREAD,
  type Selection,
  type SettledGame,
  selectionText,
  settleSelection,
  TOTAL_RANGE,
} from './selections.ts'

const WEEK = { season: 2026, week: 9 }

// Bears (3) at Lions (8), and Jets (20) at Bills (2).
const GAMES = [
  { gameId: 1, homeTeamId: 8, awayTeamId: 3 },
  { gameId: 2, homeTeamId: 2, awayTeamId: 20 },
]

const spread = (side: 'home' | 'away', line: number, gameId = 1): Selection => ({
  gameId,
  market: 'spread',
  side,
  line,
})
const moneyline = (side: 'home' | 'away', gameId = 1): Selection => ({ gameId, market: 'moneyline', side })
const total = (side: 'over' | 'under', line: number, gameId = 1): Selection => ({
  gameId,
  market: 'total',
  side,
  line,
})

const final = (home: number, away: number, more: Partial<SettledGame> = {}): SettledGame => ({
  ...WEEK,
  state: 'post',
  isCanceled: false,
  score: { home, away },
  ...more,
})

describe('settleSelection', () => {
  it.each([
    ['a favorite that covers', spread('home', -3.5), final(24, 20), 'won'],
    ['a favorite that wins by too little', spread('home', -3.5), final(23, 20), 'lost'],
    ['a favorite that wins by exactly the line', spread('home', -3), final(23, 20), 'push'],
    ['an underdog that loses by less', spread('away', 3.5), final(23, 20), 'won'],
    ['an underdog that loses by more', spread('away', 3.5), final(24, 20), 'lost'],
    ["a pick'em that is tied", spread('away', 0), final(20, 20), 'push'],
    ['the winner on the moneyline', moneyline('away'), final(17, 20), 'won'],
    ['the loser on the moneyline', moneyline('home'), final(17, 20), 'lost'],
    ['a tied game on the moneyline', moneyline('home'), final(20, 20), 'push'],
    ['an over by half a point', total('over', 40.5), final(21, 20), 'won'],
    ['an under by half a point', total('under', 41.5), final(21, 20), 'won'],
    ['a total that is hit exactly', total('under', 41), final(21, 20), 'push'],
    ['an over that is missed', total('over', 41.5), final(21, 20), 'lost'],
  ])('settles %s', (_, selection, game, result) => {
    expect(settleSelection(selection, game, WEEK)).toBe(result)
  })

  it.each([
    ['has not begun', final(0, 0, { state: 'pre', score: null }), null],
    ['is being played', final(50, 0, { state: 'in' }), null],
    ['is final without a score', final(0, 0, { score: null }), null],
    ['is postponed', final(0, 0, { state: 'off', score: null }), null],
    ['is canceled', final(0, 0, { state: 'off', isCanceled: true, score: null }), 'void'],
    ['was moved to another week', final(0, 0, { state: 'pre', week: 10, score: null }), 'void'],
    ['was played in another week', final(50, 0, { week: 10 }), 'void'],
  ])('with a game that %s returns %s', (_, game, result) => {
    expect(settleSelection(total('over', 40.5), game, WEEK)).toBe(result)
  })
})

const score = fc.integer({ min: 0, max: 80 })
const scores = fc.record({ home: score, away: score })
const halves = (min: number, max: number) =>
  fc.integer({ min: min * 2, max: max * 2 }).map((value) => value / 2 + 0)
const selections: fc.Arbitrary<Selection> = fc.oneof(
  fc.constantFrom('home' as const, 'away' as const).map((side) => moneyline(side)),
  fc
    .tuple(fc.constantFrom('home' as const, 'away' as const), halves(-MAX_SPREAD, MAX_SPREAD))
    .map(([side, line]) => spread(side, line)),
  fc
    .tuple(fc.constantFrom('over' as const, 'under' as const), halves(TOTAL_RANGE.min, TOTAL_RANGE.max))
    .map(([side, line]) => total(side, line)),
)

describe('selections', () => {
  it('give opposite results to opposite sides', () => {
    const opposite = { home: 'away', away: 'home', over: 'under', under: 'over' } as const
    fc.assert(
      fc.property(selections, scores, (selection, at) => {
        const other = {
          ...selection,
          side: opposite[selection.side],
          ...(selection.market === 'spread' ? { line: 0 - selection.line } : {}),
        } as Selection
        const results = [selection, other].map((each) => settleSelection(each, final(at.home, at.away), WEEK))
        expect([
          ['won', 'lost'],
          ['lost', 'won'],
          ['push', 'push'],
        ]).toContainEqual(results)
      }),
    )
  })

  it('are settled as they stand at the end of the game', () => {
    fc.assert(
      fc.property(selections, scores, (selection, at) => {
        expect(legStanding(selection, at).result).toBe(
          settleSelection(selection, final(at.home, at.away), WEEK),
        )
      }),
    )
  })

  it('keep their meaning as the text of a pick', () => {
    fc.assert(
      fc.property(
        selections,
        fc.constantFrom(...NFL_TEAMS),
        fc.constantFrom(...NFL_TEAMS),
        fc.option(fc.oneof(fc.integer({ min: 100, max: 9999 }), fc.integer({ min: -9999, max: -100 }))),
        (selection, home, away, odds) => {
          fc.pre(home !== away)
          const game = { gameId: 1, homeTeamId: home.teamId, awayTeamId: away.teamId }
          const text = selectionText(selection, game, odds) ?? ''
          expect(parseSelection(text, [game])).toEqual(selection)
        },
      ),
    )
  })
})

describe('legStanding', () => {
  it.each([
    ['a spread that is behind', spread('home', -3.5), 10, 7, { result: 'lost', points: 1, isDecided: false }],
    ['a spread that is level', spread('home', -3), 10, 7, { result: 'push', points: 1, isDecided: false }],
    ['a spread that is ahead', spread('away', 7.5), 10, 7, { result: 'won', points: 4, isDecided: false }],
    [
      'a whole spread that is ahead',
      spread('away', 7),
      10,
      7,
      { result: 'won', points: 3, isDecided: false },
    ],
    ['a moneyline that is behind', moneyline('away'), 10, 7, { result: 'lost', points: 4, isDecided: false }],
    ['an over that is open', total('over', 40.5), 20, 17, { result: 'lost', points: 4, isDecided: false }],
    [
      'an over that is reached',
      total('over', 40.5),
      24,
      17,
      { result: 'won', points: null, isDecided: true },
    ],
    ['an under that is open', total('under', 40.5), 20, 17, { result: 'won', points: 3, isDecided: false }],
    [
      'an under that is passed',
      total('under', 40.5),
      24,
      17,
      { result: 'lost', points: null, isDecided: true },
    ],
    [
      'an under that is level',
      total('under', 41),
      24,
      17,
      { result: 'push', points: null, isDecided: false },
    ],
    ['an over that is level', total('over', 41), 24, 17, { result: 'push', points: 1, isDecided: false }],
  ])('describes %s', (_, selection, home, away, standing) => {
    expect(legStanding(selection, { home, away })).toEqual(standing)
  })
})

describe('parseSelection', () => {
  it.each([
    ['Bears +3 (-110)', spread('away', 3)],
    ['Lions −3.5 (−115)', spread('home', -3.5)],
    ['Lions -3½', spread('home', -3.5)],
    ['chicago +3 +100', spread('away', 3)],
    ['DET -3 vs. Bears (-105)', spread('home', -3)],
    ['The Bears pk (-110)', spread('away', 0)],
    ['CHI ML (+145)', moneyline('away')],
    ['Detroit Lions moneyline', moneyline('home')],
    ['Bears/Lions under 47.5 (-105)', total('under', 47.5)],
    ['bears @ lions o44', total('over', 44)],
    ['Over 44.5 Lions vs Bears (-110)', total('over', 44.5)],
    ['NYJ +10', spread('away', 10, 2)],
    ['Bears ML EVEN', moneyline('away')],
    ['Bears -3 @-110', spread('away', -3)],
    ['Bears -3 [-110].', spread('away', -3)],
    ['Bears +3 🔥 (-110) DK', spread('away', 3)],
  ])('understands %s', (text, selection) => {
    expect(parseSelection(text, GAMES)).toEqual(selection)
  })

  it.each([
    ['a team without a bet', 'Bears (-110)'],
    ['a city with two teams', 'New York +3 (-110)'],
    ['a total of a team or the game', 'Bears over 20.5 (-110)'],
    ['teams of different games', 'Bears/Jets over 40.5 (-110)'],
    ['a team that does not play', 'Chiefs -3.5 (-110)'],
    ['a prop', 'Bijan Robinson over 75.5 rush yds, anytime TD (+145)'],
    ['two legs', 'Bears +3, Jets +10 (+260)'],
    ['half of a game', 'Bears 1H +1.5 (-110)'],
    ['an impossible line', 'Bears +75 (-110)'],
    ['a quarter of a point', 'Bears +3.25 (-110)'],
    ['no text', ''],
  ])('leaves %s to people', (_, text) => {
    expect(parseSelection(text, GAMES)).toBe(null)
  })

  it('leaves a team with two games in a week to people', () => {
    expect(parseSelection('Bears +3', [...GAMES, { gameId: 3, homeTeamId: 3, awayTeamId: 9 }])).toBe(null)
  })
})

describe('isBettingDay', () => {
  it.each([
    ['Thursday night', '2026-11-06T01:15:00Z', false],
    ['Saturday night in Chicago', '2026-11-08T05:30:00Z', false],
    ['Sunday morning in London', '2026-11-08T14:30:00Z', true],
    ['Monday night', '2026-11-10T01:15:00Z', true],
    ['a Tuesday', '2026-11-11T01:15:00Z', false],
  ])('on %s returns the rule', (_, kickoff, allowed) => {
    expect(isBettingDay(new Date(kickoff))).toBe(allowed)
  })
})
