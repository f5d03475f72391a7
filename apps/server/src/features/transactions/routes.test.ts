import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { SUNDAY, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import {
  buildDraftPick,
  buildLineup,
  buildPlayer,
  buildTransaction,
  buildWeek,
} from '../../testing/week-fixture.ts'

let testApp: TestApp
let player: TestClient
let leagueId: number
beforeAll(async () => {
  ;({ testApp, player, leagueId } = await createTwoSeasons())
})
afterAll(() => testApp.close())

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

const read = async (path: string, expected = 200): Promise<Json> => {
  const { status, body } = await player.get(`/api/league/Harbour/${path}`)
  expect([status, body.error]).toEqual([expected, expected === 200 ? undefined : expect.any(String)])
  return body
}
const idsOf = ({ transactions }: Json): string[] => transactions.map(({ id }: Json) => id)

async function store(...parts: ArchivePart[]): Promise<void> {
  await inTransaction(testApp.db, async (transaction) => {
    const source = { receivedAt: SUNDAY, isFetched: true }
    for (const part of parts) await writePart(transaction, leagueId, part, source)
  })
}

describe('GET transactions', () => {
  it('lists the current season, newest first, without failed and private ones', async () => {
    const body = await read('transactions/')
    expect(body).toMatchObject({ season: 2026, unavailable: null, weeks: [1, 2], next: null })
    expect(idsOf(body)).toEqual(['trade', 'claim'])
    expect(body.transactions[0]).toMatchObject({
      kind: 'trade',
      status: 'done',
      week: 2,
      at: '2026-09-16T08:00:00.000Z',
      bid: null,
      team_ids: [3, 1],
      moves: [
        { player: { player_id: 11, name: 'Rook Calloway', position: 'QB' }, from_team_id: 1, to_team_id: 3 },
        { player: { player_id: -16_003, nfl_team: 'CHI' }, from_team_id: 3, to_team_id: 1 },
      ],
    })
    expect(body.transactions[1]).toMatchObject({ bid: 7, team_ids: [1] })
    expect(body.teams.map(({ name, owner }: Json) => [name, owner])).toEqual([
      ['Anchors', 'Ada Marlow'],
      ['Buoys', 'Ben Okafor'],
      ['Cleats', 'Cal Winter'],
      ['Docks', 'Dee Finch'],
    ])
  })

  it.each([
    ['kind=trade', ['trade']],
    ['kind=waiver', ['claim']],
    ['kind=roster', []],
    ['kind=failed', ['failed']],
    ['week=1', ['claim']],
    ['week=0', []],
    ['team=3', ['trade']],
    ['team=2', []],
    ['team=1&kind=waiver', ['claim']],
  ])('filters by %s', async (query, ids) => {
    expect(idsOf(await read(`transactions/?${query}`))).toEqual(ids)
  })

  it('continues with the next page, also if its last transaction is gone', async () => {
    const first = await read('transactions/?limit=1')
    expect(idsOf(first)).toEqual(['trade'])
    expect(idsOf(await read(`transactions/?limit=1&before=${first.next}`))).toEqual(['claim'])
    const time = first.next.split('.')[0]
    expect(idsOf(await read(`transactions/?before=${time}.gone`))).toEqual(['claim'])
    expect(idsOf(await read('transactions/?before=1.gone'))).toEqual([])
    await read('transactions/?before=later', 400)
  })

  it('says why a season has none', async () => {
    expect(await read('transactions/?season=2025')).toMatchObject({
      unavailable: 'not_read',
      transactions: [],
    })
    expect(await read('transactions/?season=2010')).toMatchObject({ unavailable: 'not_stored' })
  })
})

const [P1, P2, P3] = [201, 202, 203]
const on = (day: number) => new Date(Date.UTC(2025, 8, day, 12))

const aLineup = (teamId: number, entries: readonly [playerId: number, points: number, isStarter?: false][]) =>
  buildLineup(
    teamId,
    entries.map(([playerId, points, isStarter]) =>
      buildPlayer({
        playerId,
        name: `Player ${playerId}`,
        position: 'WR',
        slotId: isStarter === false ? 20 : 4,
        points: pointsFromDecimal(points),
      }),
    ),
  )

const aWeek = (week: number, ...lineups: ReturnType<typeof aLineup>[]): ArchivePart => ({
  name: 'line-ups',
  week: buildWeek({ season: 2025, week, lineups }),
})

/** Team 1 gives P1 to team 2, and gets P2 and P3. */
const aTrade = (more: Partial<LeagueTransaction> = {}) =>
  buildTransaction({
    id: 'reference',
    season: 2025,
    week: 3,
    kind: 'trade',
    bid: null,
    decidedAt: on(16),
    moves: [
      { playerId: P1, fromTeamId: 1, toTeamId: 2 },
      { playerId: P2, fromTeamId: 2, toTeamId: 1 },
      { playerId: P3, fromTeamId: 2, toTeamId: 1 },
    ],
    ...more,
  })

const trades = (...transactions: LeagueTransaction[]): ArchivePart => ({
  name: 'transactions',
  week: { season: 2025, week: 3, transactions },
})

/** The worked example of the reference: P1 12, 8, bench 20; P2 10, 15, dropped; P3 bench 5, 7, 9. */
const REFERENCE_WEEKS = [
  aWeek(
    3,
    aLineup(1, [
      [P2, 10],
      [P3, 5, false],
    ]),
    aLineup(2, [[P1, 12]]),
  ),
  aWeek(
    4,
    aLineup(1, [
      [P2, 15],
      [P3, 7],
    ]),
    aLineup(2, [[P1, 8]]),
  ),
  aWeek(5, aLineup(1, [[P3, 9]]), aLineup(2, [[P1, 20, false]])),
]

describe('GET a trade', () => {
  beforeEach(() => store(...REFERENCE_WEEKS))

  it('has the result of the worked example', async () => {
    await store(trades(aTrade()))
    const body = await read('trades/2025/reference/')
    expect(body).toMatchObject({
      season: 2025,
      unavailable: null,
      is_reversed: false,
      from_week: 3,
      through_week: 5,
      missing_weeks: [],
      teams: [
        { team_id: 1, name: 'Old Docks', owner: 'Dee Finch' },
        { team_id: 2, name: 'Old Buoys', owner: 'Ben Okafor' },
      ],
      sides: [
        {
          team_id: 1,
          net_started: 21,
          net_all: 6,
          received: [
            { player_id: P2, weeks: 2, started: 25, all: 25 },
            { player_id: P3, weeks: 3, started: 16, all: 21 },
          ],
        },
        {
          team_id: 2,
          net_started: -21,
          net_all: -6,
          received: [{ player_id: P1, weeks: 3, started: 20, all: 40 }],
        },
      ],
    })
  })

  it('begins with the first week in which the players were on their new rosters', async () => {
    await store(
      trades(aTrade()),
      aWeek(3, aLineup(1, [[P1, 12]]), aLineup(2, [[P2, 10]])),
      ...REFERENCE_WEEKS.slice(1),
    )
    expect(await read('trades/2025/reference/')).toMatchObject({ from_week: 4, through_week: 5 })
  })

  it('has the result among three teams', async () => {
    const moves = [
      { playerId: P1, fromTeamId: 3, toTeamId: 1 },
      { playerId: P2, fromTeamId: 1, toTeamId: 2 },
      { playerId: P3, fromTeamId: 2, toTeamId: 3 },
    ]
    await store(
      trades(aTrade({ moves })),
      aWeek(3, aLineup(1, [[P1, 30]]), aLineup(2, [[P2, 20]]), aLineup(3, [[P3, 10]])),
      aWeek(4),
      aWeek(5),
    )
    const { sides } = await read('trades/2025/reference/')
    expect(sides.map((side: Json) => [side.team_id, side.net_started])).toEqual([
      [1, 10],
      [2, 10],
      [3, -20],
    ])
  })

  it('says what a draft pick became, and has the budget', async () => {
    const picks = [
      { season: 2025, round: 1, originalTeamId: 2, fromTeamId: 2, toTeamId: 1 },
      { season: 2027, round: 3, originalTeamId: 1, fromTeamId: 1, toTeamId: 2 },
    ]
    const draft = {
      providerLeagueId: '4711',
      season: 2025,
      isComplete: true,
      kind: 'linear' as const,
      picks: [
        buildDraftPick({ overall: 1, inRound: 1, teamId: 4, playerId: 999, originalTeamId: 4 }),
        buildDraftPick({
          overall: 2,
          inRound: 2,
          teamId: 1,
          playerId: P3,
          originalTeamId: 2,
          player: { name: 'Rico Runner', position: 'RB', nflTeamId: 12 },
        }),
      ],
    }
    const budget = [{ fromTeamId: 1, toTeamId: 2, amount: 20 }]
    await store({ name: 'draft', draft }, trades(aTrade({ moves: [], picks, budget })))
    const body = await read('trades/2025/reference/')
    expect(body.trade.team_ids).toEqual([1, 2])
    expect(body.trade.picks).toEqual([
      {
        season: 2025,
        round: 1,
        original_team_id: 2,
        original_team: 'Old Buoys',
        from_team_id: 2,
        to_team_id: 1,
        became: {
          overall: 2,
          in_round: 2,
          team_id: 1,
          player: { player_id: P3, name: 'Rico Runner', position: 'RB', nfl_team: 'KC' },
          points: 21,
        },
      },
      expect.objectContaining({ season: 2027, became: null }),
    ])
    expect(body.trade.budget).toEqual([{ from_team_id: 1, to_team_id: 2, amount: 20 }])
    expect(body.sides.map(({ net_started }: Json) => net_started)).toEqual([0, 0])
  })

  it('has no result for a vetoed one, and marks one that was undone', async () => {
    const back = aTrade().moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      playerId,
      fromTeamId: toTeamId,
      toTeamId: fromTeamId,
    }))
    await store(
      trades(
        aTrade(),
        aTrade({ id: 'undo', kind: 'roster', isByManager: true, decidedAt: on(17), moves: back }),
        aTrade({ id: 'vetoed', status: 'vetoed' }),
      ),
    )
    expect(await read('trades/2025/reference/')).toMatchObject({ is_reversed: true })
    expect(await read('trades/2025/vetoed/')).toMatchObject({ unavailable: 'vetoed', sides: [] })
  })

  it('has no result before a week since the trade is over', async () => {
    expect(await read('trades/2026/trade/')).toMatchObject({
      unavailable: 'no_lineups',
      from_week: null,
      through_week: null,
      sides: [],
    })
  })

  it.each(['2025/claim', '2026/claim', '2026/pending', '2010/trade'])('finds no trade %s', async (path) => {
    expect((await read(`trades/${path}/`, 404)).error).toBe('Trade not found.')
  })
})

describe('names of drafted players', () => {
  it('names a player whom only the draft describes, and prefers the name in a lineup', async () => {
    const [dropped, played] = [901, 902]
    const drafted = [dropped, played].map((playerId, index) =>
      buildDraftPick({
        overall: index + 1,
        playerId,
        player: { name: `Drafted ${playerId}`, position: 'WR', nflTeamId: 3 },
      }),
    )
    const draft = { providerLeagueId: '4711', season: 2025, isComplete: true, kind: null, picks: drafted }
    const drop = buildTransaction({
      season: 2025,
      moves: [dropped, played].map((playerId) => ({ playerId, fromTeamId: 1, toTeamId: null })),
    })
    const namesOf = async () => {
      const { transactions } = await read('transactions/?season=2025&kind=waiver')
      return transactions[0].moves.map(({ player: { name, position } }: Json) => [name, position])
    }
    await store(
      { name: 'draft', draft },
      { name: 'transactions', week: { season: 2025, week: 1, transactions: [drop] } },
    )
    expect(await namesOf()).toEqual([
      [`Drafted ${dropped}`, 'WR'],
      [`Drafted ${played}`, 'WR'],
    ])

    const lineup = buildLineup(1, [buildPlayer({ playerId: played, name: 'Wiley Post', position: 'TE' })])
    await store({ name: 'line-ups', week: buildWeek({ season: 2025, week: 1, lineups: [lineup] }) })
    await store({ name: 'draft', draft })
    expect(await namesOf()).toEqual([
      [`Drafted ${dropped}`, 'WR'],
      ['Wiley Post', 'TE'],
    ])
  })
})
