import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildDraftPick, buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

let testApp: TestApp
let player: TestClient
let leagueId: number
beforeAll(async () => {
  ;({ testApp, player, leagueId } = await createTwoSeasons())
})
afterAll(() => testApp.close())

const read = async (query = '') => {
  const { status, body } = await player.get(`/api/league/Harbour/insights/draft/${query}`)
  expect(status).toBe(200)
  return body
}

const aReceiver = (playerId: number, points: number, slotId = 4) =>
  buildPlayer({
    playerId,
    name: `Receiver ${playerId}`,
    position: 'WR',
    slotId,
    points: pointsFromDecimal(points),
    eligibleSlots: [4, 20],
  })

/** Two teams start one receiver each in both weeks of 2025. Team 4, Ada's, picks first. */
async function storeDraft(picks: readonly Partial<DraftPick>[], isComplete = true) {
  await inTransaction(testApp.db, async (transaction) => {
    const source = { receivedAt: SUNDAY, isFetched: true }
    for (const week of [1, 2]) {
      const lineups = [
        { ...buildLineup(2, [aReceiver(102, 50), aReceiver(103, 45, 20)]), emptySlots: [] },
        { ...buildLineup(4, [aReceiver(101, 20), aReceiver(104, 15, 20)]), emptySlots: [] },
      ]
      const stored = buildWeek({ season: 2025, week, lineups })
      await writePart(transaction, leagueId, { name: 'line-ups', week: stored }, source)
    }
    const draft = {
      providerLeagueId: '4711',
      season: 2025,
      isComplete,
      kind: null,
      picks: picks.map((pick) => buildDraftPick(pick)),
    }
    await writePart(transaction, leagueId, { name: 'draft', draft }, source)
  })
}

type PickRow = { points: number; above_replacement: number; value: number | null; is_keeper: boolean }

const SNAKE = [
  { overall: 1, round: 1, inRound: 1, teamId: 4, playerId: 101 },
  { overall: 2, round: 1, inRound: 2, teamId: 2, playerId: 102 },
  { overall: 3, round: 2, inRound: 1, teamId: 2, playerId: 103 },
  { overall: 4, round: 2, inRound: 2, teamId: 4, playerId: 104, isKeeper: true },
]

describe('GET draft', () => {
  it('has the date of a draft that is still to come, and so have the standings until it is held', async () => {
    const draftAt = new Date('2027-08-28T23:00:00Z')
    const season = (isDrafted: boolean) => {
      const progress = { isDrafted, isFinished: false, currentPeriod: 1, currentWeek: null, finalWeek: 17 }
      return buildSeason({ season: 2027, games: [], progress, draftAt })
    }
    const other = await startApp()
    onTestFinished(() => other.close())
    const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const readBoth = async (isDrafted: boolean) => {
      other.provider.read = () => season(isDrafted)
      await boss.post('/api/refresh-espn/', { name: 'Harbour', season: 2027 })
      const draft = (await boss.get('/api/league/Harbour/insights/draft/')).body
      const standings = (await boss.get('/api/league/Harbour/standings/')).body
      return [draft.unavailable, draft.draft_at, standings.draft_at]
    }
    expect(await readBoth(false)).toEqual(['not_drafted', draftAt.toISOString(), draftAt.toISOString()])
    expect(await readBoth(true)).toEqual(['not_read', draftAt.toISOString(), null])
  })

  it('has the current draft without values', async () => {
    const body = await read()
    expect(body).toMatchObject({
      season: 2026,
      unavailable: null,
      is_complete: true,
      values_unavailable: 'in_progress',
      best: [],
    })
    expect(body.picks).toMatchObject([
      {
        overall: 3,
        in_round: 3,
        team_id: 1,
        player: { player_id: 11, name: 'Rook Calloway', position: 'QB' },
        points: 20.5,
        value: null,
        mark: null,
      },
    ])
    expect(body.teams[0]).toMatchObject({ team_id: 1, name: 'Anchors', owner: 'Ada Marlow', grade: null })
  })

  it('says why there is no board', async () => {
    expect(await read('?season=2010')).toMatchObject({ unavailable: 'not_stored', picks: [], teams: [] })
    expect(await read('?season=2025')).toMatchObject({ unavailable: 'not_read' })
    await storeDraft([])
    expect(await read('?season=2025')).toMatchObject({ unavailable: 'no_picks', is_complete: true })
  })

  it('values and grades the picks of a finished season', async () => {
    await storeDraft(SNAKE)
    const body = await read('?season=2025')
    expect(body).toMatchObject({ kind: 'snake', values_unavailable: null, rated_drafts: 1 })
    // The third receiver of two started ones, with 90 points, is the replacement. 36.67 is expected of each pick.
    expect(
      body.picks.map((pick: PickRow) => [pick.points, pick.above_replacement, pick.value, pick.is_keeper]),
    ).toEqual([
      [40, 0, expect.closeTo(0 - 110 / 3, 6), false],
      [100, 60, expect.closeTo(60 - 110 / 3, 6), false],
      [90, 50, expect.closeTo(50 - 110 / 3, 6), false],
      [30, -10, null, true],
    ])
    expect(
      body.teams.map(({ team_id, owner, grade }: Record<string, unknown>) => [team_id, owner, grade]),
    ).toEqual([
      [4, 'Ada Marlow', 'C'],
      [2, 'Ben Okafor', 'A'],
      [1, 'Dee Finch', null],
      [3, 'Cal Winter', null],
    ])
    expect(body.best[0]).toMatchObject({
      season: 2025,
      overall: 2,
      player: { name: 'Receiver 102' },
      team: 'Old Buoys',
      owner: 'Ben Okafor',
    })
    // The same picks are the best ones on every board.
    expect((await read()).best).toEqual(body.best)
  })

  it('compares an auction by price', async () => {
    await storeDraft(SNAKE.map((pick, index) => ({ ...pick, isKeeper: false, bid: 50 - index * 10 })))
    const body = await read('?season=2025')
    expect(body).toMatchObject({ kind: 'auction', rated_drafts: 0 })
    expect(body.picks.map(({ bid }: { bid: number }) => bid)).toEqual([50, 40, 30, 20])
    expect(body.picks.reduce((sum: number, { value }: { value: number }) => sum + value, 0)).toBeCloseTo(0, 6)
  })
})
