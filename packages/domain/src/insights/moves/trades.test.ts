import { describe, expect, it } from 'vitest'
import type { DraftPick } from '../../rosters/archive.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { countedTrades, deriveTrades, findUsedPick, isReversed, isUnlisted } from './trades.ts'

const on = (day: number) => new Date(Date.UTC(2024, 9, day))

function aTrade(more: Partial<LeagueTransaction> = {}): LeagueTransaction {
  return {
    id: 'trade',
    season: 2024,
    week: 5,
    kind: 'trade',
    status: 'done',
    reason: null,
    teamId: 1,
    memberId: null,
    isByManager: false,
    proposedAt: on(1),
    decidedAt: on(2),
    bid: null,
    moves: [
      { playerId: 11, fromTeamId: 1, toTeamId: 2 },
      { playerId: 21, fromTeamId: 2, toTeamId: 1 },
    ],
    ...more,
  }
}

const BACK = [
  { playerId: 11, fromTeamId: 2, toTeamId: 1 },
  { playerId: 21, fromTeamId: 1, toTeamId: 2 },
]

describe('isReversed', () => {
  it('is true if the league manager returned all players within a week', () => {
    const undo = aTrade({ id: 'undo', kind: 'roster', isByManager: true, decidedAt: on(3), moves: BACK })
    expect(isReversed(aTrade(), [aTrade(), undo])).toBe(true)
    // The undoing is not undone by what it undid.
    expect(isReversed(undo, [aTrade(), undo])).toBe(false)
  })

  it.each([
    ['a month later', { decidedAt: on(30), moves: BACK }],
    ['of one player only', { decidedAt: on(3), moves: BACK.slice(0, 1) }],
    ['that was vetoed', { decidedAt: on(3), moves: BACK, status: 'vetoed' as const }],
  ])('is false with a return %s', (_, more) => {
    expect(isReversed(aTrade(), [aTrade(), aTrade({ id: 'back', ...more })])).toBe(false)
  })

  it('is false for a trade of draft picks and budget', () => {
    const picks = aTrade({ moves: [] })
    expect(isReversed(picks, [picks, aTrade({ id: 'other', decidedAt: on(3) })])).toBe(false)
  })

  it('is false without dates, which do not say how much time was in between', () => {
    const undated = aTrade({ proposedAt: null, decidedAt: null })
    const back = aTrade({ id: 'back', week: 12, proposedAt: null, decidedAt: null, moves: BACK })
    expect([undated, back].map((trade) => isReversed(trade, [undated, back]))).toEqual([false, false])
  })
})

describe('countedTrades', () => {
  it('leaves out a trade that was reversed, the one that reversed it, and what is not done', () => {
    const undo = aTrade({ id: 'undo', decidedAt: on(3), moves: BACK })
    const vetoed = aTrade({ id: 'vetoed', status: 'vetoed' })
    const later = aTrade({ id: 'later', decidedAt: on(30) })
    expect(countedTrades([aTrade(), undo, vetoed, later], [])).toEqual([later])
  })
})

describe('findUsedPick', () => {
  const pick = (round: number, teamId: number, originalTeamId?: number): DraftPick => ({
    overall: round,
    round,
    inRound: 1,
    teamId,
    playerId: round * 10,
    memberId: null,
    isKeeper: false,
    bid: null,
    ...(originalTeamId === undefined ? {} : { originalTeamId }),
  })
  const traded = { season: 2025, round: 2, originalTeamId: 7, fromTeamId: 7, toTeamId: 3 }

  it('finds the pick by the team that had it originally, regardless of who used it', () => {
    const picks = [pick(1, 7, 7), pick(2, 3, 3), pick(2, 4, 7)]
    expect(findUsedPick(traded, { isComplete: true, picks })).toBe(picks[2])
  })

  it('knows nothing before the end of the draft, or of a draft that does not say whose picks they were', () => {
    const picks = [pick(2, 3, 7)]
    expect(findUsedPick(traded, null)).toBeNull()
    expect(findUsedPick(traded, { isComplete: false, picks })).toBeNull()
    expect(findUsedPick(traded, { isComplete: true, picks: [pick(2, 3)] })).toBeNull()
  })
})

describe('deriveTrades', () => {
  /** Teams 1 and 2 swap players 11 and 21 between weeks 4 and 5; team 3 keeps 31. */
  const rosters = (week: number, teams: Readonly<Record<number, readonly number[]>>) =>
    Object.entries(teams).map(([teamId, players]) =>
      aRosterWeek(
        week,
        Number(teamId),
        players.map((playerId) => aRosterPlayer(playerId, 10)),
      ),
    )
  const BEFORE = { 1: [11, 12], 2: [21, 22], 3: [31], 4: [41] }
  const AFTER = { 1: [21, 12], 2: [11, 22], 3: [31], 4: [41] }
  const LINEUPS = [...rosters(4, BEFORE), ...rosters(5, AFTER)]
  const unlisted = (more: Partial<LeagueTransaction> = {}) => aTrade({ teamId: null, moves: [], ...more })
  const SWAP = aTrade().moves

  it('finds the sides and the players by the rosters before and after', () => {
    const [trade] = deriveTrades([unlisted()], LINEUPS)
    expect(trade).toMatchObject({ isDerived: true, moves: SWAP })
    expect(deriveTrades([aTrade()], LINEUPS)).toEqual([aTrade()])
  })

  it('finds players who change their rosters in the week after the one it is booked in', () => {
    const later = [...LINEUPS, ...rosters(6, AFTER)].map((each) => ({ ...each, week: each.week + 1 }))
    expect(deriveTrades([unlisted()], [...rosters(4, BEFORE), ...later])[0]?.moves).toEqual(SWAP)
  })

  it.each([
    ['nobody changed teams', [], rosters(5, BEFORE)],
    ['a player made another move', [{ playerId: 11, fromTeamId: 1, toTeamId: null }], rosters(5, AFTER)],
    ['two pairs of teams swapped', [], rosters(5, { 1: [21, 12], 2: [11, 22], 3: [41], 4: [31] })],
    ['the rosters after it are not stored', [], []],
  ])('says that the players are not listed if %s', (_, moves, after) => {
    const drop = aTrade({ id: 'drop', kind: 'roster', moves })
    const [trade] = deriveTrades([unlisted(), drop], [...rosters(4, BEFORE), ...after])
    expect([trade?.moves, trade === undefined ? null : isUnlisted(trade)]).toEqual([[], true])
  })

  it('is not misled by a player who was dropped and picked up by another team', () => {
    const after = rosters(5, { 1: [21, 12], 2: [11, 22], 3: [], 4: [41, 31] })
    const moved = [
      aTrade({ id: 'drop', kind: 'roster', moves: [{ playerId: 31, fromTeamId: 3, toTeamId: null }] }),
      aTrade({ id: 'claim', kind: 'waiver', moves: [{ playerId: 31, fromTeamId: null, toTeamId: 4 }] }),
    ]
    const [trade] = deriveTrades([unlisted(), ...moved], [...rosters(4, BEFORE), ...after])
    expect(trade?.moves).toEqual(SWAP)
  })

  it('keeps to the teams that are known', () => {
    const two = [...rosters(4, BEFORE), ...rosters(5, { 1: [21, 12], 2: [11, 22], 3: [41], 4: [31] })]
    expect(deriveTrades([unlisted({ teamId: 1 })], two)[0]?.moves).toEqual(SWAP)
    expect(deriveTrades([unlisted({ acceptedBy: 2 })], two)[0]?.moves).toEqual(SWAP)
    expect(deriveTrades([unlisted({ teamId: 1, acceptedBy: 4 })], two)[0]?.moves).toEqual([])
    const both = deriveTrades([unlisted({ teamId: 1 }), unlisted({ id: 'other', acceptedBy: 4 })], two)
    expect(both.map(({ moves }) => moves.map(({ playerId }) => playerId))).toEqual([
      [11, 21],
      [31, 41],
    ])
  })

  it('gives no player to two trades of the same weeks', () => {
    const trades = deriveTrades([unlisted(), unlisted({ id: 'again', decidedAt: on(3) })], LINEUPS)
    expect(trades.map(({ moves }) => moves.length)).toEqual([2, 0])
  })

  it('undoes a trade by another one', () => {
    const lineups = [...LINEUPS, ...rosters(6, BEFORE)]
    const trades = deriveTrades([unlisted(), unlisted({ id: 'undo', week: 6, decidedAt: on(6) })], lineups)
    expect(trades.map(({ moves }) => moves.length)).toEqual([2, 2])
    expect(countedTrades(trades, lineups)).toEqual([])
  })

  it('leaves trades of draft picks alone', () => {
    const picks = [{ season: 2025, round: 1, originalTeamId: 9, fromTeamId: 1, toTeamId: 2 }]
    expect(deriveTrades([unlisted({ picks })], LINEUPS)).toEqual([unlisted({ picks })])
    expect(isUnlisted(unlisted({ picks }))).toBe(false)
  })

  it('does not count a trade whose players were on their new rosters before it', () => {
    const repeated = aTrade({ id: 'repeated', week: 8, decidedAt: on(25) })
    const lineups = [...LINEUPS, ...rosters(7, AFTER), ...rosters(8, AFTER)]
    expect(countedTrades([aTrade(), repeated], lineups).map(({ id }) => id)).toEqual(['trade'])
    expect(countedTrades([aTrade(), repeated], []).map(({ id }) => id)).toEqual(['trade', 'repeated'])
    // A trade that is booked a week after its players moved is no repetition.
    expect(countedTrades([repeated], lineups)).toEqual([repeated])
  })
})
