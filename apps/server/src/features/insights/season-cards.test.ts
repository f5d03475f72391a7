import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

type Card = { kind: string; title: string; value: string; caption: string; text: string; facts: object[] }

const read = async (query = '') => {
  const { status, body } = await player.get(`/api/league/Harbour/insights/season-cards/${query}`)
  return { status, body, kinds: (body.cards ?? []).map(({ kind }: Card) => kind) }
}
const cardOf = async (query: string, kind: string): Promise<Card | undefined> =>
  (await read(query)).body.cards.find((card: Card) => card.kind === kind)

const aReceiver = (playerId: number, points: number, slotId = 4) =>
  buildPlayer({
    playerId,
    name: `Receiver ${playerId}`,
    position: 'WR',
    slotId,
    points: pointsFromDecimal(points),
    eligibleSlots: [4, 20],
  })

/** Ada's team 4 benched the better receiver in both weeks of 2025, and picked the other one up before week 1. */
const storeArchive = () =>
  inTransaction(testApp.db, async (transaction) => {
    const source = { receivedAt: SUNDAY, isFetched: true }
    for (const week of [1, 2]) {
      const lineup = buildLineup(4, [aReceiver(101, 20), aReceiver(104, 31, 20)])
      const lineups = [{ ...lineup, points: pointsFromDecimal(20), emptySlots: [] }]
      const stored = buildWeek({ season: 2025, week, lineups })
      await writePart(transaction, leagueId, { name: 'line-ups', week: stored }, source)
    }
    const moves = [{ playerId: 101, fromTeamId: null, toTeamId: 4 }]
    const pickup = buildTransaction({ id: 'p', season: 2025, week: 1, kind: 'free agent', teamId: 4, moves })
    const week = { season: 2025, week: 1, transactions: [pickup] }
    await writePart(transaction, leagueId, { name: 'transactions', week }, source)
  })

describe('GET season cards', () => {
  it('tells the season of the league', async () => {
    const { body } = await read('?season=2025')
    expect(body).toMatchObject({ season: 2025, unavailable: null, team_id: null })
    expect(body.teams[0]).toMatchObject({ team_id: 4, name: 'Old Anchors', owner: 'Ada Marlow' })
    expect(body.cards.map(({ kind, value, caption }: Card) => [kind, value, caption])).toEqual([
      ['champion', 'Old Anchors', 'won the championship'],
      ['top_score', '100.0', 'points in week 1, Old Anchors'],
      ['blowout', '10.0', 'points was the largest margin, Old Anchors'],
      ['closest_game', '10.0', 'points was the smallest margin, Old Anchors'],
      ['luckiest', '+1.0', 'wins given by the schedule, Old Cleats'],
      ['unluckiest', '−0.7', 'wins taken by the schedule, Old Buoys and Old Anchors'],
    ])
    expect(body.cards[0]).toMatchObject({
      weeks: 'Playoffs',
      team_ids: [4],
      facts: [
        { label: 'Regular season', value: '1-1' },
        { label: 'Runner-up', value: 'Old Buoys' },
      ],
      text: 'Champion, Playoffs: Old Anchors won the championship. Regular season: 1-1, 185.0 points. Runner-up: Old Buoys.',
    })
    expect(body.cards[1].facts[0]).toMatchObject({
      value: '100.0–90.0',
      note: 'Week 1 vs Old Buoys',
      game: { week: 1, game_id: 1 },
    })
  })

  it('says what is not stored of a season, and shows no zeros instead', async () => {
    const { body, kinds } = await read('?season=2025&team_id=4')
    // Two weeks are too few for odds.
    expect(body.missing).toEqual(['lineups', 'draft', 'transactions', 'odds'])
    expect(kinds).toEqual(['season', 'weeks', 'close_games', 'luck', 'report_card', 'power', 'only_one'])
    expect((await read('?season=2025')).body.missing).toEqual(['transactions'])
    expect(await cardOf('?season=2025&team_id=4', 'season')).toMatchObject({
      value: '1-1',
      caption: 'and the championship',
      facts: [
        { label: 'Final place', value: '1st', note: 'of 4 teams' },
        { label: 'Points for', value: '185.0', note: '1st most of 4' },
      ],
    })
  })

  it('tells of the bench and of moves once they are stored', async () => {
    await storeArchive()
    const { body } = await read('?season=2025&team_id=4')
    expect(body.missing).toEqual(['draft', 'odds'])
    expect(await cardOf('?season=2025&team_id=4', 'bench')).toMatchObject({
      value: '22.0',
      caption: 'points left on the bench',
    })
    expect(await cardOf('?season=2025&team_id=4', 'moves')).toMatchObject({
      facts: [{ label: 'Best pickup', value: 'Receiver 101', note: '+40.0 started, from week 1' }],
    })
    expect(await cardOf('?season=2025', 'most_moves')).toMatchObject({
      value: '1',
      caption: 'pickup, Old Anchors',
    })
    // Nobody else has a stored lineup.
    const other = await read('?season=2025&team_id=2')
    expect([other.kinds, other.body.missing]).toEqual([
      expect.not.arrayContaining(['bench', 'moves']),
      expect.arrayContaining(['lineups']),
    ])
  })

  it('has the newest season that is over for a request without one', async () => {
    expect((await read('?team_id=1')).body).toMatchObject({ season: 2025, unavailable: null, team_id: 1 })
  })

  it.each([
    ['?season=2026', 'in_progress'],
    ['?season=2010', 'not_stored'],
  ])('says why there are none for %s', async (query, unavailable) => {
    expect(await read(query)).toMatchObject({ status: 200, body: { unavailable, cards: [] } })
  })

  it('returns 404 for a team that the season does not have', async () => {
    expect(await read('?season=2025&team_id=99')).toMatchObject({
      status: 404,
      body: { code: 'team_not_found' },
    })
  })
})
