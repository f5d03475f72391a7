import type { WeekLineups } from '@fieldhouse/domain/lineup'
import { completenessOf } from '@fieldhouse/domain/season-replacement'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSeason } from '../testing/a-season.ts'
import { aLineup, aPick, aPlayer, aTransaction, aWeek } from '../testing/a-week.ts'
import { allRows, dataTables } from '../testing/all-rows.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { type PackedAnswer, packAnswers } from './answer-store.ts'
import { archiveReader } from './archive-reader.ts'
import { keepDraft, keepTransactions, keepWeek } from './archive-store.ts'
import { playerReader } from './player-reader.ts'
import { replaceSeason } from './season-store.ts'
import { inTransaction } from './transaction.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

let world: TestDatabase
let league: number
beforeEach(async () => {
  world = await testDatabase()
  league = await addLeague('Harbour')
})
afterEach(() => world.drop())

async function addLeague(name: string): Promise<number> {
  const row = { name, name_key: name, espn_league_id: 4711, sheet_id: null, sheet_gid: null }
  const { id } = await world.db
    .insertInto('leagues')
    .values({ ...row, has_betslip: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const answer = (request: string, body = '{}', at = NOW): Promise<PackedAnswer[]> =>
  packAnswers([{ request, body, fetchedAt: at }])

async function store(week: WeekLineups, answers?: PackedAnswer[], leagueId = league) {
  const packed = answers ?? (await answer(`week ${week.week}`))
  return inTransaction(world.db, (transaction) => keepWeek(transaction, leagueId, week, packed))
}

async function storeDraft(picks: number, isComplete: boolean) {
  const draft = {
    providerLeagueId: 4711,
    season: 2026,
    isComplete,
    picks: Array.from({ length: picks }, (_, index) => aPick({ overall: index + 1 })),
  }
  const packed = await answer('draft', `${picks}`)
  return inTransaction(world.db, (transaction) => keepDraft(transaction, league, draft, packed))
}

async function storeTransactions(week: number, ...transactions: ReturnType<typeof aTransaction>[]) {
  const packed = await answer(`transactions ${week}`, JSON.stringify(transactions))
  return inTransaction(world.db, (transaction) =>
    keepTransactions(transaction, league, { season: 2026, week, transactions }, packed),
  )
}

async function storeSeason(answers: PackedAnswer[] = []) {
  const season = aSeason()
  return inTransaction(world.db, (transaction) =>
    replaceSeason(transaction, league, { season, wealth: completenessOf(season, 'espn'), answers }, NOW),
  )
}

const everything = async () => allRows(world.db, await dataTables(world.db))
const requests = async () =>
  (await world.db.selectFrom('provider_answers').select('request').orderBy('request').execute()).map(
    ({ request }) => request,
  )
const depth = async () => (await world.db.selectFrom('seasons').select('depth').execute())[0]?.depth

describe('line-ups', () => {
  it('are read back as they were stored, week by week and team by team', async () => {
    const odd = aPlayer({
      playerId: -16_003,
      slotId: 16,
      name: 'Bears “D/ST”',
      position: null,
      nflTeamId: null,
    })
    const unknown = aPlayer({ points: null, projectedPoints: null, injuryStatus: 'OUT', eligibleSlots: [] })
    const week = aWeek({ lineups: [aLineup(1, [odd, unknown]), aLineup(9, [])] })
    expect(await store(week)).toBeNull()
    expect(await store(aWeek({ week: 3 }))).toBeNull()
    const reader = archiveReader(world.db)
    expect(await reader.lineupsOf(league, 2026, 1)).toEqual(week.lineups)
    expect(await reader.lineupOf(league, 2026, 1, 9)).toEqual(week.lineups[1])
    expect(await reader.lineupOf(league, 2026, 1, 2)).toBeNull()
    expect(await reader.lineupsOf(league, 2026, 2)).toEqual([])
    expect(await reader.lineupsOf(league, 2025, 1)).toEqual([])
    expect(await reader.weeksWithLineups(league, 2026)).toEqual([1, 3])
  })

  it('may be more than go into one statement', async () => {
    const lineups = Array.from({ length: 6000 }, (_, index) => aLineup(index, [aPlayer({ playerId: index })]))
    await store(aWeek({ lineups }))
    expect(await archiveReader(world.db).lineupsOf(league, 2026, 1)).toHaveLength(6000)
    expect((await playerReader(world.db).playersOf([5999])).size).toBe(1)
  })

  it('of a week are replaced whole, with the answer to the same request', async () => {
    await store(aWeek(), await answer('week', 'old', new Date(1)))
    const next = aWeek({
      lineups: aWeek().lineups.map(({ teamId }) => aLineup(teamId, [aPlayer({ playerId: 5 })])),
    })
    await store(next, await answer('week', 'new'))
    expect(await archiveReader(world.db).lineupsOf(league, 2026, 1)).toEqual(next.lineups)
    const kept = await world.db.selectFrom('provider_answers').select('fetched_at').execute()
    expect(kept).toEqual([{ fetched_at: NOW.getTime() }])
  })

  it('that are poorer change nothing at all', async () => {
    await store(aWeek())
    const before = await everything()
    const fewer = aWeek({ lineups: aWeek().lineups.slice(0, 1) })
    expect(await store(aWeek({ lineups: [] }), await answer('week 1', 'x'))).toBe('no_lineups')
    expect(await store(fewer, await answer('week 1', 'x'))).toBe('fewer_lineups')
    const silent = aWeek({ lineups: [1, 2].map((team) => aLineup(team, [aPlayer({ points: null })])) })
    expect(await store(silent, await answer('week 1', 'x'))).toBe('fewer_scores')
    expect(await everything()).toEqual(before)
  })

  it('that the provider did not have leave what it said of them, and no week', async () => {
    await storeSeason()
    expect(await store(aWeek({ lineups: [] }))).toBeNull()
    expect(await archiveReader(world.db).weeksWithLineups(league, 2026)).toEqual([])
    expect(await depth()).toBe('scores')
  })

  it('make a season deeper, before and after it is stored', async () => {
    await store(aWeek())
    expect(await storeSeason()).toBe('box scores')
    await world.db.deleteFrom('lineup_weeks').execute()
    expect(await storeSeason()).toBe('scores')
    await store(aWeek())
    expect(await depth()).toBe('box scores')
  })
})

describe('a draft', () => {
  it('is kept, and replaced by one that holds no less', async () => {
    const reader = archiveReader(world.db)
    expect(await reader.draftOf(league, 2026)).toBeNull()
    expect([await storeDraft(1, false), await storeDraft(3, true)]).toEqual([null, null])
    const stored = await reader.draftOf(league, 2026)
    expect(stored).toEqual({
      isComplete: true,
      picks: [1, 2, 3].map((overall) => aPick({ overall })),
    })
    const before = await everything()
    expect(await storeDraft(3, false)).toBe('draft_not_over')
    expect(await storeDraft(2, true)).toBe('fewer_picks')
    expect(await everything()).toEqual(before)
  })
})

describe('transactions', () => {
  it('are read by the week in which they were decided, each once', async () => {
    const open = aTransaction({ id: 'trade', kind: 'trade', status: 'pending', decidedAt: null })
    const answered = aTransaction({ id: 'trade', kind: 'trade', week: 2, moves: [], proposedAt: null })
    expect(await storeTransactions(1, aTransaction(), open)).toBeNull()
    expect(await storeTransactions(2, answered)).toBeNull()
    const reader = archiveReader(world.db)
    expect(await reader.transactionsOf(league, 2026, 1)).toEqual([aTransaction()])
    expect(await reader.transactionsOf(league, 2026)).toEqual([
      aTransaction(),
      { ...answered, proposedAt: open.proposedAt, moves: open.moves },
    ])
    const before = await everything()
    expect(await storeTransactions(1, open)).toBe('fewer_transactions')
    expect(await everything()).toEqual(before)
  })
})

describe('the raw answers of an archive', () => {
  it('stay when the season is stored again, and when one of theirs is', async () => {
    const shared = await answer('combined', 'both')
    await storeSeason(shared)
    await store(aWeek(), shared)
    expect(await requests()).toEqual(['combined'])
    await storeSeason(await answer('combined', 'season alone', new Date(2)))
    expect(await requests()).toEqual(['combined', 'combined'])
    await store(aWeek(), await answer('week'))
    await storeSeason(await answer('combined', 'season again', new Date(3)))
    expect(await requests()).toEqual(['combined', 'week'])
  })

  it('are needed: nothing is stored without its source', async () => {
    await expect(store(aWeek(), [])).rejects.toThrow(RangeError)
    expect(await archiveReader(world.db).weeksWithLineups(league, 2026)).toEqual([])
  })
})

describe('a league that is deleted', () => {
  it('takes its archive along, and leaves the players to the others', async () => {
    await store(aWeek())
    await storeDraft(1, true)
    await storeTransactions(1, aTransaction())
    await storeSeason(await answer('season'))
    await world.db.deleteFrom('leagues').where('id', '=', league).execute()
    const left = (await everything()).filter(({ rows }) => rows.length > 0).map(({ table }) => table.name)
    expect(left).toEqual(['players'])
  })
})

describe('players', () => {
  const nameOf = async (espnId: number) =>
    (await playerReader(world.db).playersOf([espnId, 404])).get(espnId)?.name

  it('are known as the newest line-up of any league has them', async () => {
    const named = (name: string, week: number, season = 2026) =>
      aWeek({ season, week, lineups: [aLineup(1, [aPlayer({ name })])] })
    await store(named('Rook Calloway', 2))
    await store(named('Rook C. Calloway', 1))
    await store(named('Rook Old', 17, 2025))
    expect(await nameOf(11)).toBe('Rook Calloway')
    await store(named('Rook Calloway Jr.', 3), undefined, await addLeague('Bay'))
    expect(await nameOf(11)).toBe('Rook Calloway Jr.')
  })

  it('are not renamed by a file that somebody brought, nor by one who is only a number', async () => {
    const named = (name: string, week: number, playerId = 11) =>
      aWeek({ week, lineups: [aLineup(1, [aPlayer({ name, playerId })])] })
    await store(named('Early Calloway', 5), await answer('upload:a.json'))
    expect(await nameOf(11)).toBe('Early Calloway')
    await store(named('Rook Calloway', 1))
    await store(named('Other Calloway', 6), await answer('upload:b.json'))
    await store(named('Player 11', 7))
    await store(named('Player 12', 8, 12))
    expect([await nameOf(11), await nameOf(12)]).toEqual(['Rook Calloway', undefined])
  })

  it('are found by name however it is spelled, namesakes by the leagues that ask', async () => {
    const bay = await addLeague('Bay')
    const rook = (playerId: number, name: string) => aPlayer({ playerId, name })
    await store(aWeek({ lineups: [aLineup(1, [rook(1, 'José O’Dell Jr.')])] }))
    const roster = [rook(2, 'Jose ODell'), rook(3, 'D.J. Marsh')]
    await store(aWeek({ week: 2, lineups: [aLineup(1, roster)] }), undefined, bay)
    const reader = playerReader(world.db)
    const ids = async (names: string[], leagueIds: number[]) =>
      [...(await reader.playersNamed(names, leagueIds))].map(([name, { espnId }]) => [name, espnId])
    expect(await ids(["jose o'dell", 'DJ Marsh', 'Nobody', '…'], [])).toEqual([
      ["jose o'dell", 2],
      ['DJ Marsh', 3],
    ])
    expect(await ids(['Jose O’Dell'], [league])).toEqual([['Jose O’Dell', 1]])
    expect(await ids(['Jose O’Dell'], [bay, league])).toEqual([['Jose O’Dell', 2]])
    expect(await ids([], [league])).toEqual([])
  })
})
