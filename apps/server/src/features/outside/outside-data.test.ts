import { completenessOf } from '@fieldhouse/domain/season-replacement'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NflReader, nflReader } from '../../database/nfl-reader.ts'
import { nflStore } from '../../database/nfl-store.ts'
import { type OutsideReads, outsideReads } from '../../database/outside-reads.ts'
import { replaceSeason } from '../../database/season-store.ts'
import { inTransaction } from '../../database/transaction.ts'
import { nflAt } from '../../providers/nfl/nfl.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Fault } from '../../providers/simulated/faults.ts'
import {
  type SimulatedProvider,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { openMeteoAt } from '../../providers/weather/open-meteo.ts'
import { aSeason } from '../../testing/a-season.ts'
import { allRows, dataTables } from '../../testing/all-rows.ts'
import { keptLog } from '../../testing/kept-log.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { type OutsideData, type OutsideOptions, outsideData } from './outside-data.ts'

const MINUTE = 60_000
const SATURDAY = new Date('2026-11-21T12:00:00Z')
const SUNDAY_NIGHT = new Date('2026-11-22T23:00:00Z')
const WEDNESDAY = new Date('2026-11-25T12:00:00Z')
const WEEK = { season: 2026, week: 11 }
const AGENT = 'Tests/1.0 (+https://tests.example)'

const SCHEDULE = '/apis/v3/games/ffl/seasons/2026'
const SCOREBOARD = '/apis/site/v2/sports/football/nfl/scoreboard'
const FORECAST = '/v1/forecast'

let database: TestDatabase
let reader: NflReader
let reads: OutsideReads
let site: SimulatedProvider
let clock: { now: Date }
let asked: string[]
/** What goes wrong below a path. */
let faults: Record<string, Fault>

beforeEach(async () => {
  database = await testDatabase()
  reader = nflReader(database.db)
  reads = outsideReads(database.db)
  clock = { now: SATURDAY }
  asked = []
  faults = {}
  site = await startSimulatedProvider({
    seed: 'harbor',
    now: () => clock.now,
    faults: ({ url }) => {
      asked.push(url.pathname)
      return faults[url.pathname]
    },
  })
})
afterEach(async () => {
  await site.close()
  await database.drop()
})

function anOutside(more: Partial<OutsideOptions> = {}): OutsideData {
  return outsideData({
    reader,
    store: nflStore(database.db),
    reads,
    nfl: nflAt({ fantasyAddress: site.url, siteAddress: site.url, userAgent: AGENT }),
    weather: openMeteoAt({ address: site.url, userAgent: AGENT }),
    sourcesOff: [],
    log: keptLog().log,
    now: () => clock.now,
    ...more,
  })
}

const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * MINUTE)
}

const times = (path: string) => asked.filter((each) => each === path).length

describe('what surrounds a week', () => {
  it('is read once: games, byes, lines, and the weather where there is no roof', async () => {
    const outside = anOutside()
    await Promise.all([outside.readWeek(WEEK), outside.readWeek(WEEK)])
    await outside.readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD)]).toEqual([1, 1])
    expect(await reader.calendarOf(2026)).toHaveLength(272)
    const games = await reader.gamesOfWeek(2026, 11)
    const toCome = games.filter(({ state }) => state === 'pre')
    expect(toCome.length).toBeGreaterThan(10)
    for (const { line, weather } of toCome) {
      expect(line?.total).toBeGreaterThan(30)
      expect(weather?.description).toBeTypeOf('string')
    }
    const domes = toCome.filter(({ weather }) => weather?.description === 'Dome')
    expect(times(FORECAST)).toBe(toCome.length - domes.length)
    expect(domes.map(({ weather }) => weather?.fahrenheit)).toEqual(domes.map(() => null))
    const { byeTeamIds } = await reader.weekOf(2026, 7)
    expect(byeTeamIds.size).toBe(4)
    for (const teamId of byeTeamIds) expect(await reader.gameOfTeam(2026, 7, teamId)).toBeNull()
  })

  it('is read again when it is old, as often as the games ask for it', async () => {
    const outside = anOutside()
    await outside.readWeek(WEEK)
    const forecasts = times(FORECAST)
    later(59)
    await outside.readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD), times(FORECAST)]).toEqual([1, 1, forecasts])
    later(1)
    await outside.readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD)]).toEqual([1, 2])
    later(12 * 60)
    await outside.readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD)]).toEqual([2, 3])
    expect(times(FORECAST)).toBeGreaterThan(forecasts)
  })

  it('stays as it was before kickoff when the games are over', async () => {
    const outside = anOutside()
    await outside.readWeek(WEEK)
    const before = await reader.gamesOfWeek(2026, 11)
    clock.now = SUNDAY_NIGHT
    await outside.readWeek(WEEK)
    const during = await reader.gamesOfWeek(2026, 11)
    expect(new Set(during.map(({ state }) => state))).toEqual(new Set(['pre', 'in', 'post']))
    for (const game of during.filter(({ state }) => state !== 'pre')) {
      const { line, weather } = before.find(({ gameId }) => gameId === game.gameId) ?? {}
      expect([game.line, game.weather]).toEqual([line, weather])
    }
    clock.now = WEDNESDAY
    await outside.readWeek(WEEK)
    asked = []
    later(24 * 60)
    await outside.readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD)]).toEqual([1, 0])
  })

  it('of an earlier season is its schedule, asked for once and for all', async () => {
    const outside = anOutside()
    await outside.readWeek({ season: 2025, week: 3 })
    later(400 * 24 * 60 - 1)
    await outside.readWeek({ season: 2025, week: 3 })
    expect(asked).toEqual(['/apis/v3/games/ffl/seasons/2025'])
    expect((await reader.gamesOfWeek(2025, 3)).every(({ state }) => state === 'post')).toBe(true)
    // The simulated league has no season that is older.
    await outside.readWeek({ season: 2011, week: 3 })
    await outside.readWeek({ season: 2011, week: 3 })
    expect(asked.slice(1)).toEqual(['/apis/v3/games/ffl/seasons/2011'])
  })
})

describe('a source that is off', () => {
  it.each([
    [['odds', 'weather'], [1, 0, 0], { line: null, weather: null }],
    [['odds'], [1, 1, expect.any(Number)], { line: null, weather: expect.any(Object) }],
    [['weather'], [1, 1, 0], { line: expect.any(Object), weather: null }],
  ])('%s is never asked, and leaves a dash', async (sourcesOff, counts, seen) => {
    await anOutside({ sourcesOff }).readWeek(WEEK)
    expect([times(SCHEDULE), times(SCOREBOARD), times(FORECAST)]).toEqual(counts)
    const games = await reader.gamesOfWeek(2026, 11)
    expect(games.find(({ state }) => state === 'pre')).toMatchObject(seen)
  })
})

describe('a source that fails', () => {
  it.each([
    ['turns us away with a page', { status: 403, html: true }],
    ['breaks off', { truncate: true }],
    ['says nothing', { empty: true }],
    ['answers with a page', { html: true }],
  ] as const)('and %s changes nothing that is stored, and waits', async (_, fault) => {
    const outside = anOutside()
    await outside.readWeek(WEEK)
    const tables = (await dataTables(database.db)).filter(({ name }) => name.startsWith('nfl_'))
    const stored = await allRows(database.db, tables)
    later(13 * 60)
    faults = { [SCHEDULE]: fault, [SCOREBOARD]: fault, [FORECAST]: fault }
    asked = []
    await outside.readWeek(WEEK)
    expect(await allRows(database.db, tables)).toEqual(stored)
    const tried = asked.length
    later(9)
    await outside.readWeek(WEEK)
    expect(asked.slice(tried).filter((path) => path !== FORECAST)).toEqual([])
    expect((await reads.lastRead('scoreboard'))?.error).toBeTypeOf('string')
    faults = {}
    later(1)
    await outside.readWeek(WEEK)
    expect((await reads.lastRead('scoreboard'))?.error).toBeNull()
    expect((await reads.lastRead('schedule'))?.error).toBeNull()
  })

  it('costs the others nothing: the scoreboard stands in for the schedule', async () => {
    faults = { [SCHEDULE]: { status: 403, html: true }, [FORECAST]: { status: 400 } }
    await anOutside().readWeek(WEEK)
    const games = await reader.gamesOfWeek(2026, 11)
    expect(games.length).toBeGreaterThan(12)
    expect(games.some(({ line }) => line !== null)).toBe(true)
    // Two are asked side by side, and then no more.
    expect(times(FORECAST)).toBeLessThanOrEqual(2)
    expect((await reads.lastRead('weather'))?.error).toContain('400')
  })

  it('by a defect of ours is logged as one, and told as one', async () => {
    const { log, lines } = keptLog()
    const broken = {
      readSchedule: () => Promise.reject(new TypeError('boom')),
      readScoreboard: async () => null,
    }
    await anOutside({ nfl: broken, log }).readWeek(WEEK)
    expect(lines.filter((line) => line.includes('boom')).map((line) => JSON.parse(line).level)).toEqual([50])
    expect((await reads.lastRead('schedule'))?.error).toBe('a defect of ours')
  })

  it('is left alone for half an hour when it asks for that', async () => {
    const busy = async () => {
      throw new ProviderError('busy', 'answered 429')
    }
    const outside = anOutside({ nfl: { readSchedule: busy, readScoreboard: busy } })
    await outside.readWeek(WEEK)
    const { retryAt } = (await reads.lastRead('scoreboard')) ?? {}
    expect(retryAt).toEqual(new Date(SATURDAY.getTime() + 30 * MINUTE))
  })
})

describe('what is due', () => {
  it('is the schedule, and the weeks with games to come', async () => {
    await anOutside().readWhatIsDue()
    const parts = await database.db
      .selectFrom('outside_reads')
      .select('part')
      .where('source', '=', 'scoreboard')
      .orderBy('part')
      .execute()
    expect(parts.map(({ part }) => part)).toEqual(['2026-11', '2026-12', '2026-13'])
  })

  it('is also the schedule of an earlier season that a league has, once', async () => {
    await inTransaction(database.db, async (transaction) => {
      const league = {
        name: 'Harbour',
        name_key: 'harbour',
        espn_league_id: 1,
        has_betslip: 0,
        created_at: 0,
      }
      const { id } = await transaction
        .insertInto('leagues')
        .values(league)
        .returning('id')
        .executeTakeFirstOrThrow()
      const season = aSeason({ season: 2025 })
      await replaceSeason(
        transaction,
        id,
        { season, wealth: completenessOf(season, 'espn'), answers: [] },
        SATURDAY,
      )
    })
    const outside = anOutside({ sourcesOff: ['odds', 'weather'] })
    await outside.readWhatIsDue()
    await outside.readWhatIsDue()
    expect(asked).toEqual([SCHEDULE, '/apis/v3/games/ffl/seasons/2025'])
  })

  it('is nothing but the schedule in spring', async () => {
    clock.now = new Date('2027-02-20T12:00:00Z')
    await anOutside().readWhatIsDue()
    expect(asked).toEqual([SCHEDULE])
  })

  it('stops at once when it is told to', async () => {
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    await expect(anOutside().readWhatIsDue(stop.signal)).rejects.toThrow('stopped')
    expect(asked).toEqual([])
  })
})
