import type { ArchivePart, DraftPick } from '@fieldhouse/domain/rosters/archive'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import {
  buildDraftPick,
  buildLineup,
  buildPlayer,
  buildTransaction,
  buildWeek,
} from '../../testing/week-fixture.ts'

let testApp: TestApp
let admin: TestClient
let player: TestClient
let leagueId: number
beforeAll(async () => {
  ;({ testApp, admin, player, leagueId } = await createTwoSeasons())
})
afterAll(() => testApp.close())

const KEEPERS = '/api/league/Harbour/insights/keepers/'

const read = async (query = '', client = player) => {
  const { status, body } = await client.get(`${KEEPERS}${query}`)
  expect(status).toBe(200)
  return body
}

const saveRule = (body: object, client = admin) => client.post('/api/league/Harbour/keeper-rule/', body)

async function store(...parts: ArchivePart[]) {
  await inTransaction(testApp.db, async (transaction) => {
    for (const part of parts)
      await writePart(transaction, leagueId, part, { receivedAt: SUNDAY, isFetched: true })
  })
}

const aDraft = (season: number, picks: Partial<DraftPick>[]): ArchivePart => ({
  name: 'draft',
  draft: {
    providerLeagueId: '4711',
    season,
    isComplete: true,
    kind: 'snake',
    picks: picks.map((pick) => buildDraftPick(pick)),
  },
})

type Step = { season: number; how: string; team: string; from_team: string | null }
type Row = {
  team_id: number
  player: { name: string }
  steps: Step[]
  years_kept: number
  next_cost: number | null
  obstacle: string | null
}

const summarize = ({ players }: { players: Row[] }) =>
  players.map(({ team_id: teamId, player: { name }, steps, next_cost: cost, obstacle }) => [
    teamId,
    name,
    steps.map(({ season, how, team }) => `${season} ${how} ${team}`).join(', '),
    cost ?? obstacle,
  ])

describe('the keeper ledger', () => {
  it("lists how the players on all rosters were acquired, the user's team first, without a cost before there is a rule", async () => {
    const body = await read()
    expect(body).toMatchObject({
      season: 2026,
      unavailable: null,
      is_finished: false,
      week: 2,
      draft_unavailable: null,
      has_all_transactions: true,
      rule: null,
      my_team_id: 1,
    })
    expect(body.teams.map(({ team_id: teamId, owner }: Record<string, unknown>) => [teamId, owner])).toEqual([
      [1, 'Ada Marlow'],
      [2, 'Ben Okafor'],
      [3, 'Cal Winter'],
      [4, 'Dee Finch'],
    ])
    expect(summarize(body)).toEqual([
      // Traded for by a team that nobody knows how it got them.
      [1, 'Bears D/ST', '2026 trade Anchors', null],
      [1, 'Ned Castle', '2026 waiver Anchors', null],
      [3, 'Rook Calloway', '2026 draft Anchors, 2026 trade Cleats', null],
    ])
    expect(body.players[2]).toMatchObject({
      player: { player_id: 11, position: 'QB', nfl_team: 'GB' },
      steps: [
        { from_team: null, week: null, round: 1, bid: null },
        { from_team: 'Anchors', week: 2, round: null, bid: null },
      ],
      has_origin: true,
      years_kept: 0,
      kept_since: null,
    })
    expect((await read('', admin)).my_team_id).toBeNull()
  })

  it('prices them by the rule of the admins, from the next request on', async () => {
    const rule = { unit: 'round', step: 1, undrafted: 'fixed', undrafted_cost: 12, max_years: 2 }
    expect((await saveRule(rule)).body).toEqual({
      message: 'Keeper rule saved for Harbour.',
      rule: { ...rule, max_keepers: null },
    })
    const costs = ({ players }: { players: Row[] }) => players.map((row) => row.next_cost ?? row.obstacle)
    expect(costs(await read())).toEqual(['unknown', 12, 'first_round'])
    await saveRule({ ...rule, step: 0 })
    expect(costs(await read())).toEqual(['unknown', 12, 1])
    await saveRule({ unit: 'price', step: 5, undrafted: 'bid' })
    expect(costs(await read())).toEqual(['unknown', 12, 'unknown'])
    expect((await saveRule({ unit: null })).body).toEqual({
      message: 'Keeper rule removed from Harbour.',
      rule: null,
    })
    expect(costs(await read())).toEqual([null, null, null])
  })

  it('follows a kept player to the season before, and counts his years', async () => {
    const other = { overall: 30, round: 15, playerId: 900, teamId: 2 }
    await store(
      {
        name: 'line-ups',
        week: buildWeek({
          season: 2025,
          week: 5,
          lineups: [buildLineup(4, [buildPlayer({ playerId: 11 })])],
        }),
      },
      aDraft(2025, [{ overall: 41, round: 11, playerId: 11, teamId: 2 }, other]),
      {
        name: 'transactions',
        week: {
          season: 2025,
          week: 3,
          transactions: [
            buildTransaction({
              id: 'old-trade',
              season: 2025,
              week: 3,
              kind: 'trade',
              teamId: 2,
              bid: null,
              moves: [{ playerId: 11, fromTeamId: 2, toTeamId: 4 }],
            }),
          ],
        },
      },
      aDraft(2026, [{ overall: 39, round: 10, playerId: 11, teamId: 1, isKeeper: true }, other]),
    )
    await saveRule({ unit: 'round', step: 1, undrafted: 'last_round' })
    const body = await read()
    // Ada has team 4 in 2025 and team 1 in 2026.
    expect(summarize(body)).toEqual([
      [1, 'Bears D/ST', '2026 trade Anchors', 'unknown'],
      [1, 'Ned Castle', '2026 waiver Anchors', 15],
      [
        3,
        'Rook Calloway',
        '2025 draft Old Buoys, 2025 trade Old Anchors, 2026 keeper Anchors, 2026 trade Cleats',
        9,
      ],
    ])
    expect(body.players[2]).toMatchObject({ years_kept: 1, kept_since: 2026, has_origin: true })
    await saveRule({ unit: 'round', undrafted: 'last_round', max_years: 1 })
    expect(summarize(await read())[2]?.[3]).toBe('max_years')
    await saveRule({ unit: null })
  })

  it('is of another season if asked, and says what of it is unknown', async () => {
    expect(await read('?season=2025')).toMatchObject({ season: 2025, is_finished: true, my_team_id: 4 })
    expect(await read('?season=2019')).toMatchObject({ season: 2019, unavailable: 'not_stored', players: [] })
  })

  it('is there as a table', async () => {
    await saveRule({ unit: 'round', undrafted: 'last_round' })
    const { status, body, headers } = await player.get(`${KEEPERS}export/`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="harbour-keepers-2027.csv"')
    expect(String(body).split('\r\n')).toEqual([
      'team,owner,player,position,nfl_team,acquired,acquired_season,acquired_round,acquired_price,trades,years_kept,kept_since,next_season,cost_in,next_cost,not_kept_because',
      'Anchors,Ada Marlow,Bears D/ST,D/ST,CHI,unknown,,,,1,0,,2027,round,,unknown',
      'Anchors,Ada Marlow,Ned Castle,RB,KC,waiver,2026,,7,0,0,,2027,round,15,',
      'Cleats,Cal Winter,Rook Calloway,QB,GB,draft,2025,10,,2,1,2026,2027,round,9,',
      '',
    ])
    await saveRule({ unit: null })
  })
})

describe('the keeper rule', () => {
  it('is rejected if it makes no sense', async () => {
    for (const [body, field] of [
      [{ unit: 'price', undrafted: 'last_round' }, 'undrafted'],
      [{ unit: 'round', undrafted: 'bid' }, 'undrafted'],
      [{ unit: 'round', undrafted: 'fixed' }, 'undrafted_cost'],
      [{ unit: 'round', undrafted: 'fixed', undrafted_cost: 0 }, 'undrafted_cost'],
      [{ unit: 'round', step: -1 }, 'step'],
      [{ unit: 'round', max_years: 0 }, 'max_years'],
    ] as const) {
      const { status, body: error } = await saveRule(body)
      expect([status, Object.keys(error.fields)]).toEqual([400, [field]])
    }
  })

  it('is written to the audit log, once for each change', async () => {
    const rule = { unit: 'price', step: 3, undrafted: 'never', max_keepers: 4 }
    await saveRule(rule)
    await saveRule(rule)
    const { acts } = (await admin.get('/api/audit/?action=league.keeper-rule')).body
    const prices = acts.filter(
      ({ detail }: { detail: object }) => 'unit' in detail && detail.unit === 'price',
    )
    expect(prices).toMatchObject([
      {
        actor: 'boss',
        league: 'Harbour',
        detail: { unit: 'price', step: 3, undrafted: 'never', maxKeepers: 4 },
      },
      { detail: { unit: 'price', step: 5, undrafted: 'bid' } },
    ])
    expect(acts.map(({ detail }: { detail: object }) => detail)).toContainEqual({ unit: null })
  })
})

it('says why a league without rosters has no ledger', async () => {
  const other = await startApp()
  onTestFinished(() => other.close())
  const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  expect(await read('', boss)).toMatchObject({ unavailable: 'not_stored', players: [], teams: [] })
  for (const [isDrafted, unavailable] of [
    [false, 'not_drafted'],
    [true, 'no_rosters'],
  ] as const) {
    const progress = { isDrafted, isFinished: false, currentPeriod: 1, currentWeek: 1, finalWeek: 17 }
    other.provider.read = () => buildSeason({ games: [], progress })
    await boss.post('/api/refresh-espn/', { name: 'Harbour' })
    expect(await read('', boss)).toMatchObject({ season: 2026, unavailable, players: [], week: null })
  }
})
