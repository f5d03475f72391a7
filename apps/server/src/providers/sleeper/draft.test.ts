import { describe, expect, it } from 'vitest'
import { translateDraft } from './archive.ts'
import { readDraft, readPicks } from './bodies.ts'
import { LEAGUE_ID } from './testing/bodies.ts'

const draft = (changes: object = {}) =>
  readDraft({ draft_id: '7', type: 'snake', status: 'complete', season: '2025', ...changes })
const pick = (number: number, changes: object = {}) => ({
  pick_no: number,
  round: Math.ceil(number / 2),
  draft_slot: 1,
  roster_id: 1 + (number % 2),
  picked_by: '800000000000000001',
  player_id: `${5000 + number}`,
  is_keeper: null,
  metadata: { first_name: 'Rico', last_name: `Runner ${number}`, position: 'RB', team: 'OAK', amount: '' },
  ...changes,
})

const translate = (entries: object[], changes: object = {}) =>
  translateDraft([{ draft: draft(changes), picks: readPicks(entries) }], {
    leagueId: LEAGUE_ID,
    season: 2025,
  })

const auction = { type: 'auction', settings: { budget: 200, teams: 2 } }
const priced = (amounts: unknown[]) =>
  amounts.map((amount, index) => pick(index + 1, { metadata: { amount } }))

describe('a draft', () => {
  it('has its picks in order with the players of its time', () => {
    const { picks, ...rest } = translate([pick(3), pick(1), pick(2)])
    expect(rest).toEqual({ providerLeagueId: LEAGUE_ID, season: 2025, isComplete: true, kind: 'snake' })
    expect(picks.map(({ overall, round, inRound, teamId }) => [overall, round, inRound, teamId])).toEqual([
      [1, 1, 1, 2],
      [2, 1, 2, 1],
      [3, 2, 1, 2],
    ])
    expect(picks[0]).toMatchObject({
      playerId: 1_000_005_001,
      memberId: '800000000000000001',
      bid: null,
      player: { name: 'Rico Runner 1', position: 'RB', nflTeamId: 13 },
    })
  })

  it('keeps its numbers when a pick was skipped', () => {
    const [first, second] = [{ settings: { teams: 4 } }, {}].map((changes) =>
      translate(
        [1, 2, 4, 5, 7, 8].map((number) => pick(number, { round: Math.ceil(number / 4) })),
        changes,
      ).picks.map(({ overall, round, inRound }) => [overall, round, inRound]),
    )
    expect(first).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [4, 1, 4],
      [5, 2, 1],
      [7, 2, 3],
      [8, 2, 4],
    ])
    expect(second).toEqual(first)
  })

  it('gives a traded pick to the roster that used it, and a pick without one to that of its slot', () => {
    const { picks } = translate(
      [pick(1, { draft_slot: 5, roster_id: 3 }), pick(2, { draft_slot: 5, roster_id: null })],
      {
        slot_to_roster_id: { 5: 9 },
      },
    )
    expect(picks.map(({ teamId }) => teamId)).toEqual([3, 9])
    expect(picks.map(({ originalTeamId }) => originalTeamId)).toEqual([9, 9])
  })

  it('has a keeper only where the flag is true, and nobody for an automatic pick', () => {
    const { picks } = translate([
      pick(1, { is_keeper: true }),
      pick(2, { is_keeper: false, picked_by: '' }),
      pick(3, { is_keeper: null }),
    ])
    expect(picks.map(({ isKeeper }) => isKeeper)).toEqual([true, false, false])
    expect(picks[1]?.memberId).toBeNull()
  })

  it('can be complete without picks, and not complete with some', () => {
    expect(translate([])).toMatchObject({ isComplete: true, picks: [] })
    expect(translate([pick(1)], { status: 'drafting' })).toMatchObject({ isComplete: false })
    expect(translateDraft([], { leagueId: LEAGUE_ID, season: 2025 })).toMatchObject({
      isComplete: false,
      picks: [],
    })
  })

  it('has prices in a real auction only', () => {
    const bids = (entries: object[], changes: object) =>
      translate(entries, changes).picks.map(({ bid }) => bid)
    expect(bids(priced(['58', '150', '1', '0']), auction)).toEqual([58, 150, 1, null])
    expect(bids(priced(['1', '1', '2', '1']), auction)).toEqual([null, null, null, null])
    expect(bids(priced(['58', '20']), { type: 'snake' })).toEqual([null, null])
    expect(bids(priced(['58', '20', '3']), { type: 'auction' })).toEqual([58, 20, 3])
    expect(bids(priced(['1', '1', '2']), { type: 'auction' })).toEqual([null, null, null])
  })

  it('is one with the other drafts of the season, and without those of the next one', () => {
    const { picks } = translateDraft(
      [
        { draft: draft({ start_time: 2000 }), picks: readPicks([pick(1), pick(2)]) },
        { draft: draft({ start_time: 1000 }), picks: readPicks([pick(1), pick(2), pick(3)]) },
        { draft: draft({ start_time: 500, season: '2026' }), picks: readPicks([pick(1)]) },
      ],
      { leagueId: LEAGUE_ID, season: 2025 },
    )
    expect(picks.map(({ overall, round }) => [overall, round])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 3],
    ])
  })

  it('knows whom it was open to, and how the teams of each draft took turns', () => {
    const open = (player_type: unknown) => translate([pick(1)], { settings: { player_type } }).picks[0]?.pool
    expect([0, 1, 2, 7, null].map(open)).toEqual([undefined, 'rookies', 'veterans', undefined, undefined])
    const { kind, picks } = translateDraft(
      [
        { draft: draft({ start_time: 1000 }), picks: readPicks([pick(1)]) },
        {
          draft: draft({ start_time: 2000, type: 'linear', settings: { player_type: 1 } }),
          picks: readPicks([pick(1)]),
        },
      ],
      { leagueId: LEAGUE_ID, season: 2025 },
    )
    expect([kind, ...picks.map(({ pool, order }) => [pool, order])]).toEqual([
      'snake',
      [undefined, undefined],
      ['rookies', 'linear'],
    ])
  })

  it('begins after the last number of an earlier draft with a skipped pick', () => {
    const { picks } = translateDraft(
      [
        { draft: draft({ start_time: 1000 }), picks: readPicks([pick(1), pick(2), pick(4)]) },
        { draft: draft({ start_time: 2000 }), picks: readPicks([pick(1), pick(2)]) },
      ],
      { leagueId: LEAGUE_ID, season: 2025 },
    )
    expect(picks.map(({ overall, round, inRound }) => [overall, round, inRound])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [4, 2, 2],
      [5, 3, 1],
      [6, 3, 2],
    ])
  })
})
