import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { SUNDAY, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildLineup, buildPlayer, buildTransaction, buildWeek } from '../../testing/week-fixture.ts'

let testApp: TestApp
let player: TestClient
let leagueId: number
beforeAll(async () => {
  ;({ testApp, player, leagueId } = await createTwoSeasons())
})
afterAll(() => testApp.close())

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

const read = async (query = ''): Promise<Json> => {
  const { status, body } = await player.get(`/api/league/Harbour/insights/moves/${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

async function store(...parts: ArchivePart[]): Promise<void> {
  await inTransaction(testApp.db, async (transaction) => {
    for (const part of parts)
      await writePart(transaction, leagueId, part, { receivedAt: SUNDAY, isFetched: true })
  })
}

const [P1, P2, P3, PICKED, DUD] = [201, 202, 203, 204, 205]

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

const aMove = (more: Partial<LeagueTransaction>) =>
  buildTransaction({ season: 2025, week: 3, decidedAt: new Date('2025-09-16T12:00:00Z'), ...more })

/**
 * The worked examples of the reference: team 1 gives P1 and gets P2 and P3 (starters +21 and −21); a pickup of team 3
 * for 6 dollars starts with 11 and 8 points, and is on the bench with 14.
 */
const PARTS: ArchivePart[] = [
  aWeek(
    3,
    aLineup(1, [
      [P2, 10],
      [P3, 5, false],
    ]),
    aLineup(2, [[P1, 12]]),
    aLineup(3, [[PICKED, 11]]),
  ),
  aWeek(
    4,
    aLineup(1, [
      [P2, 15],
      [P3, 7],
    ]),
    aLineup(2, [[P1, 8]]),
    aLineup(3, [[PICKED, 8]]),
  ),
  aWeek(
    5,
    aLineup(1, [[P3, 9]]),
    aLineup(2, [[P1, 20, false]]),
    aLineup(3, [[PICKED, 14, false]]),
    aLineup(4, [[DUD, 0]]),
  ),
  {
    name: 'transactions',
    week: {
      season: 2025,
      week: 3,
      transactions: [
        aMove({
          id: 'reference',
          kind: 'trade',
          bid: null,
          moves: [
            { playerId: P1, fromTeamId: 1, toTeamId: 2 },
            { playerId: P2, fromTeamId: 2, toTeamId: 1 },
            { playerId: P3, fromTeamId: 2, toTeamId: 1 },
          ],
        }),
        aMove({ id: 'vetoed', kind: 'trade', status: 'vetoed' }),
        aMove({ id: 'bid', teamId: 3, bid: 6, moves: [{ playerId: PICKED, fromTeamId: null, toTeamId: 3 }] }),
        aMove({
          id: 'free',
          teamId: 4,
          kind: 'free agent',
          bid: null,
          week: 5,
          moves: [{ playerId: DUD, fromTeamId: null, toTeamId: 4 }],
        }),
        aMove({
          id: 'lost',
          teamId: 4,
          status: 'failed',
          moves: [{ playerId: PICKED, fromTeamId: null, toTeamId: 4 }],
        }),
      ],
    },
  },
]

it('says why a season has no moves', async () => {
  expect(await read('?season=2025')).toMatchObject({
    unavailable: 'not_read',
    through_week: null,
    trades: [],
    pickups: [],
  })
  expect(await read('?season=2010')).toMatchObject({ season: 2010, unavailable: 'not_stored', teams: [] })
})

it('has the winners of trades and the best pickups of the worked examples', async () => {
  await store(...PARTS)
  const body = await read('?season=2025')
  expect(body).toMatchObject({ season: 2025, unavailable: null, through_week: 5, missing_weeks: [2] })
  expect(body.trades).toEqual([
    {
      team_id: 1,
      trades: 1,
      won: 1,
      even: 0,
      lost: 0,
      gained: 41,
      given: 20,
      net: 21,
      best: { season: 2025, trade: 'reference', week: 3, with: ['Old Buoys'], net: 21 },
      worst: null,
    },
    {
      team_id: 2,
      trades: 1,
      won: 0,
      even: 0,
      lost: 1,
      gained: 20,
      given: 41,
      net: -21,
      best: null,
      worst: { season: 2025, trade: 'reference', week: 3, with: ['Old Docks'], net: -21 },
    },
  ])
  const pickup = {
    team_id: 3,
    player: expect.objectContaining({ player_id: PICKED, name: `Player ${PICKED}` }),
    week: 3,
    bid: 6,
    weeks: 3,
    started: 19,
    per_dollar: expect.closeTo(3.166667, 6),
  }
  expect(body.best_pickups).toEqual([pickup])
  expect(body.pickups.slice(0, 2)).toEqual([
    { team_id: 3, count: 1, started: 19, best: pickup },
    { team_id: 1, count: 0, started: 0, best: null },
  ])
  expect(body.pickups.find(({ team_id: id }: Json) => id === 4)).toEqual({
    team_id: 4,
    count: 1,
    started: 0,
    best: null,
  })
})

it('adds up all seasons by owner, to zero', async () => {
  await store(...PARTS)
  const { trades, all_time: allTime } = await read()
  expect(trades).toEqual([])
  expect(allTime.seasons).toContain(2025)
  expect(allTime.trades.map(({ owner, net }: Json) => [owner, net])).toEqual([
    ['Dee Finch', 21],
    ['Ben Okafor', -21],
  ])
})

it('completes trades without players by the rosters, and counts those that they do not tell', async () => {
  const unlisted = (id: string, week: number) =>
    aMove({ id, week, kind: 'trade', teamId: null, bid: null, moves: [] })
  const [give, get] = [301, 302]
  await store(
    ...PARTS,
    aWeek(3, aLineup(1, [[give, 1]]), aLineup(2, [[get, 2]])),
    aWeek(4, aLineup(1, [[get, 30]]), aLineup(2, [[give, 10]])),
    aWeek(5, aLineup(1, [[get, 0]]), aLineup(2, [[give, 0]])),
    {
      name: 'transactions',
      week: { season: 2025, week: 4, transactions: [unlisted('told', 4), unlisted('unknown', 5)] },
    },
  )
  const body = await read('?season=2025')
  expect(body).toMatchObject({ unlisted_trades: 1, all_time: { unlisted_trades: 1 } })
  expect(body.trades[0].best).toMatchObject({ trade: 'told', net: 20, with: ['Old Buoys'] })
  const { body: told } = await player.get('/api/league/Harbour/trades/2025/told/')
  expect(told.trade).toMatchObject({ players: 'derived', team_ids: [1, 2] })
  const { body: list } = await player.get('/api/league/Harbour/transactions/?season=2025&kind=trade')
  expect(list.transactions.map(({ id, players }: Json) => [id, players])).toEqual(
    expect.arrayContaining([
      ['told', 'derived'],
      ['unknown', 'unlisted'],
      ['reference', 'listed'],
    ]),
  )
})
