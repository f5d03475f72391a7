import { describe, expect, it } from 'vitest'
import { type BracketRound, type Cell, layoutBracket, type Pairing } from './bracket.ts'

function buildPairing(homeId: number, awayId: number, winnerId: number | null = null): Pairing {
  return {
    round: { name: 'Round', bracket: 'championship' },
    games: [{ week: 15, game_id: homeId * 100 + awayId }],
    state: winnerId === null ? 'before' : 'final',
    home: { team_id: homeId, score: null },
    away: { team_id: awayId, score: null },
    winner_team_id: winnerId,
  }
}

function buildRound(championship: Pairing[], byes: number[] = []): BracketRound {
  const projected = { pairings: [], byes: [] }
  return { name: 'Round', weeks: [15], nfl_weeks: [15], championship, byes, consolation: [], projected }
}

/** A round with projected pairings of the teams that each side can be. */
function buildProjectedRound(
  pairings: [number[], number[]][],
  byes: number[] = [],
  championship: Pairing[] = [],
): BracketRound {
  const toSide = (team_ids: number[]) => ({ team_ids })
  return {
    ...buildRound(championship),
    projected: {
      byes,
      pairings: pairings.map(([first, second]) => ({
        round: { name: 'Round', bracket: 'championship' },
        sides: [toSide(first), toSide(second)],
      })),
    },
  }
}

/** Team IDs are seeds. */
const layout = (...rounds: BracketRound[]) => layoutBracket(rounds, (teamId) => teamId)

/** Such as '3v6' for a game, 'bye 1', 'open' or 'gap', with the height in rows. */
const describeCell = (cell: Cell) => {
  const name =
    cell.kind === 'game'
      ? `${cell.pairing.home.team_id}v${cell.pairing.away.team_id}`
      : cell.kind === 'bye'
        ? `bye ${cell.teamId}`
        : cell.kind === 'projected'
          ? cell.pairing.sides.map(({ team_ids: teamIds }) => teamIds.join('/')).join('~')
          : cell.kind
  return cell.rows === 1 ? name : `${name} x${cell.rows}`
}
const describeAll = (columns: Cell[][]) => columns.map((cells) => cells.map(describeCell))

describe('layoutBracket', () => {
  it('puts byes and games next to the games that they lead to', () => {
    const columns = layout(
      buildRound([buildPairing(3, 6, 6), buildPairing(4, 5, 4)], [1, 2]),
      buildRound([buildPairing(1, 6, 1), buildPairing(2, 4, 4)]),
      buildRound([buildPairing(1, 4, 4)]),
    )
    // Reseeded: the lowest seed that is left plays the first one.
    expect(describeAll(columns)).toEqual([['bye 1', '3v6', 'bye 2', '4v5'], ['1v6 x2', '2v4 x2'], ['1v4 x4']])
    expect(columns[2]?.[0]).toMatchObject({
      feeders: [
        { teamId: 1, at: 0.25 },
        { teamId: 4, at: 0.75 },
      ],
    })
  })

  it('draws no lines to games whose teams are not known', () => {
    const columns = layout(
      buildRound([buildPairing(3, 6), buildPairing(4, 5)], [1, 2]),
      buildRound([]),
      buildRound([]),
    )
    expect(describeAll(columns)).toEqual([
      ['bye 1', '4v5', 'bye 2', '3v6'],
      ['open x2', 'open x2'],
      ['open x4'],
    ])
  })

  it('puts projected games next to what their teams come from', () => {
    const columns = layout(
      buildProjectedRound(
        [
          [[3], [6]],
          [[4], [5]],
        ],
        [1, 2],
      ),
      buildProjectedRound([
        [[1], [4, 5]],
        [[2], [3, 6]],
      ]),
      buildProjectedRound([
        [
          [1, 4, 5],
          [2, 3, 6],
        ],
      ]),
    )
    expect(describeAll(columns)).toEqual([
      ['bye 1', '4~5', 'bye 2', '3~6'],
      ['1~4/5 x2', '2~3/6 x2'],
      ['1/4/5~2/3/6 x4'],
    ])
    expect(columns[1]?.[0]).toMatchObject({ feeders: [{ at: 0.25 }, { at: 0.75 }] })
    expect(columns[2]?.[0]).toMatchObject({ feeders: [{ at: 0.25 }, { at: 0.75 }] })
  })

  it('draws no line to a side that reseeding decides', () => {
    const columns = layout(
      buildProjectedRound(
        [
          [[3], [6]],
          [[4], [5]],
        ],
        [1, 2],
      ),
      buildProjectedRound([
        [[1], [4, 5, 6]],
        [[2], [3, 4, 5]],
      ]),
    )
    expect(describeAll(columns)).toEqual([
      ['bye 1', '4~5', 'bye 2', '3~6'],
      ['1~4/5/6 x2', '2~3/4/5 x2'],
    ])
    expect(columns[1]?.map(({ feeders }) => feeders.length)).toEqual([1, 1])
  })

  it('puts a projected game beside one that the provider has set', () => {
    const columns = layout(
      buildRound([buildPairing(3, 6), buildPairing(4, 5, 5)], [1, 2]),
      buildProjectedRound([[[2], [3, 6]]], [], [buildPairing(1, 5)]),
    )
    expect(describeAll(columns)).toEqual([
      ['bye 1', '4v5', 'bye 2', '3v6'],
      ['1v5 x2', '2~3/6 x2'],
    ])
  })

  it('shows rounds to come before the playoffs', () => {
    expect(describeAll(layout(buildRound([]), buildRound([])))).toEqual([['open', 'open'], ['open x2']])
    expect(layout()).toEqual([])
  })

  it('draws what the stored games do not explain without lines', () => {
    // Team 9 was not in the first round, and the winner of 2v7 does not appear again.
    const columns = layout(
      buildRound([buildPairing(1, 8, 1), buildPairing(2, 7, 2)]),
      buildRound([buildPairing(1, 9, 9)]),
    )
    expect(describeAll(columns)).toEqual([
      ['1v8', 'gap', '2v7'],
      ['1v9 x2', 'gap'],
    ])
    expect(columns[1]?.[0]).toMatchObject({ feeders: [{ teamId: 1, at: 0.25 }] })
  })

  it('lines up a team that had a bye in two rounds', () => {
    const columns = layout(
      buildRound([buildPairing(3, 4, 3)], [1, 2]),
      buildRound([buildPairing(2, 3, 2)], [1]),
      buildRound([buildPairing(1, 2, 1)]),
    )
    expect(describeAll(columns)).toEqual([['bye 1', 'bye 2', '3v4'], ['bye 1', '2v3 x2'], ['1v2 x3']])
    expect(columns[2]?.[0]).toMatchObject({
      feeders: [
        { teamId: 1, at: 1 / 6 },
        { teamId: 2, at: 4 / 6 },
      ],
    })
    expect(columns[1]?.[0]).toMatchObject({ kind: 'bye' })
  })
})
