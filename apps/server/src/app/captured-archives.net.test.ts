import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import { RESERVE_SLOT, slotOf, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/season-check'
import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { listLeagues } from '../features/refresh/refresh.ts'
import { listRebuildableSeasons, rebuildSeason } from '../features/seasons/store-seasons.ts'
import { translatePart } from '../providers/espn/archive.ts'
import { translateSeason } from '../providers/espn/season.ts'
import { archiveReader } from '../repositories/archive-reader.ts'
import { savePart } from '../repositories/archive-store.ts'
import { findPlayers, findPlayersByName } from '../repositories/player-reader.ts'
import { compressResponses } from '../repositories/provider-response-store.ts'
import { listSeasonSummaries, replaceSeason } from '../repositories/season-store.ts'
import { dataTables, readAllRows, withoutHistoryVersions } from '../testing/all-rows.ts'
import { readSeason } from '../testing/change-season.ts'
import { createJobContext } from '../testing/job-context.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createRecapJob } from './jobs.ts'

// Expected values are computed here from the recorded responses alone, with plain loops over the JSON.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

const NOW = new Date('2026-10-11T18:30:00Z')
const EASY_LEAGUE_ID = 18254195
const FLEX_SLOT = 23

const WEEKS = [
  ...Array.from({ length: 17 }, (_, index) => {
    return [EASY_LEAGUE_ID, 2024, index + 1, `week-${`${index + 1}`.padStart(2, '0')}.json`] as const
  }),
  [EASY_LEAGUE_ID, 2020, 8, 'week-08.json'],
  [EASY_LEAGUE_ID, 2023, 14, 'week-14.json'],
  [1446375, 2023, 1, 'week1-pregame-scoreboard.json'],
  [1446375, 2024, 16, 'week16-live.json'],
  [899513, 2020, 1, 'week-01-boxscore.json'],
] as const

const DRAFTS = [
  [368876, 2015, 'mDraftDetail.json'],
  [368876, 2018, 'mDraftDetail.json'],
  [899513, 2020, 'mDraftDetail.json'],
  ...[2020, 2021, 2022, 2023, 2024, 2025].map((season) => [EASY_LEAGUE_ID, season, 'combined.json'] as const),
] as const

/** The seasons whose lineups are compared with their games. */
const SEASONS = [
  [EASY_LEAGUE_ID, 2020],
  [EASY_LEAGUE_ID, 2023],
  [EASY_LEAGUE_ID, 2024],
] as const

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES)('the archive of recorded leagues', () => {
  let database: TestDatabase
  const leagues = new Map<number, number>()
  const idOf = (league: number) => leagues.get(league) ?? 0

  beforeAll(async () => {
    database = await createTestDatabase()
    for (const league of [EASY_LEAGUE_ID, 1446375, 899513, 368876])
      leagues.set(league, await addLeague(league))
    for (const [league, season] of SEASONS) await storeSeason(league, season)
    for (const [league, season, week, file] of WEEKS) await store('line-ups', league, season, week, file)
    for (const [league, season, file] of DRAFTS) await store('draft', league, season, 0, file)
    await store('transactions', EASY_LEAGUE_ID, 2024, 10, 'transactions-period-10.json')
  })
  afterAll(() => database.drop())

  it.each(WEEKS)('has the lineups of league %i in %i, week %i, as recorded', async (...capture) => {
    const [league, season, week, file] = capture
    const json = readCached(`league-${league}/${season}/${file}`) as Json
    const stored = await archiveReader(database.db).listLineups(idOf(league), season, week)
    expect(stored).toEqual(readArchivePart('line-ups', capture).week.lineups)
    const sides = json.schedule
      .flatMap((game: Json) => [game.home, game.away])
      .filter((side: Json) => side?.rosterForCurrentScoringPeriod)
    expect(stored.map(({ teamId }) => teamId)).toEqual(sides.map((side: Json) => side.teamId).sort(ascending))
    for (const side of sides) {
      const lineup = await archiveReader(database.db).findLineup(idOf(league), season, week, side.teamId)
      expect(lineup?.points).toBe(starterPointsOf(side, season, week))
    }
  })

  it('has every week of 2024 of league 18254195, and box scores for three seasons', async () => {
    const weeks = await archiveReader(database.db).listWeeksWithLineups(idOf(EASY_LEAGUE_ID), 2024)
    expect(weeks).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
    const summaries = await listSeasonSummaries(database.db, idOf(EASY_LEAGUE_ID))
    expect(summaries.map(({ season, depth }) => [season, depth])).toEqual(
      SEASONS.map(([, season]) => [season, 'box scores']),
    )
  })

  it('has lineups that match every score, including the stat correction of 2020 and the 0–0 tie of 2023', async () => {
    const summaries = await listSeasonSummaries(database.db, idOf(EASY_LEAGUE_ID))
    const found = summaries
      .flatMap(({ findings }) => findings)
      .filter(({ code }) => code.startsWith('lineup'))
    expect(found).toEqual([])
    const lineups = await database.db
      .selectFrom('lineups')
      .select(['league_id', 'season', 'week', 'team_id'])
      .execute()
    const scored = new Set<string>()
    for (const [league, season] of SEASONS)
      for (const { week, teamId } of weeklyScoresOf(await readSeason(database.db, idOf(league), season)))
        scored.add(`${idOf(league)} ${season} ${week} ${teamId}`)
    const compared = lineups.filter((row) =>
      scored.has(`${row.league_id} ${row.season} ${row.week} ${row.team_id}`),
    )
    expect(compared.length).toBeGreaterThan(180)
  })

  it.each(DRAFTS)('has the draft of league %i in %i', async (league, season, file) => {
    const capture = readCached(`league-${league}/${season}/${file}`) as Json
    const { draftDetail } = Array.isArray(capture) ? capture[0] : capture
    const stored = await archiveReader(database.db).findDraft(idOf(league), season)
    const { isComplete, kind, picks } = readArchivePart('draft', [league, season, 0, file]).draft
    expect(stored).toEqual({ isComplete, kind, picks })
    expect(stored?.picks.map(({ overall, teamId, playerId }) => [overall, teamId, playerId])).toEqual(
      draftDetail.picks.map((pick: Json) => [pick.overallPickNumber, pick.teamId, pick.playerId]),
    )
  })

  it('has the transactions of league 18254195 in week 10 of 2024', async () => {
    const { transactions } = readArchivePart('transactions', [
      EASY_LEAGUE_ID,
      2024,
      10,
      'transactions-period-10.json',
    ]).week
    const stored = await archiveReader(database.db).listTransactionWeeks(idOf(EASY_LEAGUE_ID), 2024, 10)
    expect(stored.map((each) => each.transactions)).toEqual([transactions])
    expect(transactions.length).toBeGreaterThan(10)
  })

  it('has the names of the players drafted in 2024, and finds them by name', async () => {
    const json = readCached(`league-${EASY_LEAGUE_ID}/2024/combined.json`) as Json
    const ids: number[] = json.draftDetail.picks.map((pick: Json) => pick.playerId)
    const players = await findPlayers(database.db, ids)
    expect(players.size).toBeGreaterThan(ids.length * 0.9)
    const names = [...players.values()].map(({ name }) => name.toUpperCase().replaceAll('.', ''))
    const foundByName = await findPlayersByName(database.db, names, [idOf(EASY_LEAGUE_ID)])
    expect([...foundByName.values()].map(({ playerId }) => playerId).sort(ascending)).toEqual(
      [...players.keys()].sort(ascending),
    )
  })

  it('gives league 18254195 a recap of each week of 2024 that matches its scores and lineups', async () => {
    const { settings, schedule } = readCached(`league-${EASY_LEAGUE_ID}/2024/combined.json`) as Json
    const weeks = settings.scheduleSettings.matchupPeriods as Record<string, number[]>
    for (let week = 1; week <= 17; week += 1) {
      const tuesday = new Date(dayOfNflWeek(2024, week + 1, 'tuesday').getTime() + 18 * 3_600_000)
      await createRecapJob(createJobContext(database.db, () => tuesday)).run(AbortSignal.timeout(20_000))
    }
    const posts = await database.db
      .selectFrom('recaps')
      .innerJoin('feed_posts', 'feed_posts.item_id', 'recaps.post_id')
      .select(['week', 'content'])
      .where('season', '=', 2024)
      .orderBy('week')
      .execute()
    expect(posts.map(({ week }) => week)).toEqual(Object.values(weeks).map((each) => each.at(-1)))
    for (const { week, content } of posts) {
      const period = Number(Object.keys(weeks).find((each) => weeks[each]?.includes(week)))
      const games = schedule.filter((game: Json) => game.matchupPeriodId === period && game.home && game.away)
      const points = games.flatMap((game: Json) => [game.home.totalPoints, game.away.totalPoints])
      expect(content).toMatch(lineEndingWith('High score', Math.max(...points)))
      expect(content).toMatch(lineEndingWith('Low score', Math.min(...points)))
      const missed = maxMissedPoints(2024, weeks[period] ?? [])
      if (missed === 0) expect(content).toContain('Bench regret: none.')
      else expect(content).toContain(` left ${formatTenths(missed / 100)} points on the bench`)
    }
  })

  it('is rebuilt from its raw responses with identical rows', async () => {
    const tables = (await dataTables(database.db)).filter(({ name }) => name !== 'refreshes')
    const before = withoutHistoryVersions(await readAllRows(database.db, tables))
    for (const table of ['lineup_weeks', 'drafts', 'transaction_weeks', 'players'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    for (const { id } of await listLeagues(database.db)) {
      for (const season of await listRebuildableSeasons(database.db, id))
        await rebuildSeason(database.db, id, season, async () => new Map())
    }
    expect(withoutHistoryVersions(await readAllRows(database.db, tables))).toEqual(before)
  })

  async function addLeague(espnLeagueId: number): Promise<number> {
    const name = `League ${espnLeagueId}`
    const { id } = await database.db
      .insertInto('leagues')
      .values({
        name,
        name_key: name,
        espn_league_id: espnLeagueId,
        sheet_id: null,
        sheet_gid: null,
        has_betslip: 0,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function storeSeason(league: number, year: number): Promise<void> {
    const body = readCached(`league-${league}/${year}/combined.json`)
    const season = withConsistencyFindings(
      translateSeason([body], { leagueId: String(league), season: year }),
    )
    const responses = await toRawResponse('combined.json', body)
    await inTransaction(database.db, (transaction) =>
      replaceSeason(
        transaction,
        idOf(league),
        { season, completeness: completenessOf(season, 'espn'), provider: 'espn', responses },
        NOW,
      ),
    )
  }

  async function store(name: ArchivePart['name'], ...capture: Capture): Promise<void> {
    const [league, season, , file] = capture
    const responses = await toRawResponse(file, readCached(`league-${league}/${season}/${file}`))
    const part = readArchivePart(name, capture)
    const rejectionReason = await inTransaction(database.db, (transaction) =>
      savePart(transaction, idOf(league), part, responses),
    )
    expect(rejectionReason).toBeNull()
  }
})

const captureCache = new Map<string, unknown>()

function readCached(path: string): unknown {
  const json = captureCache.get(path) ?? readCapture(path)
  captureCache.set(path, json)
  return json
}

type Capture = readonly [league: number, season: number, week: number, file: string]

function readArchivePart<Name extends ArchivePart['name']>(
  name: Name,
  [league, season, week, file]: Capture,
) {
  const json = readCached(`league-${league}/${season}/${file}`)
  return translatePart(json, { leagueId: String(league), season, week, name }) as Extract<
    ArchivePart,
    { name: Name }
  >
}

function toRawResponse(request: string, body: unknown) {
  return compressResponses([{ request, body: JSON.stringify(body), fetchedAt: NOW }])
}

/** A line that starts with the label and ends with the score, or with `each` if several teams share it. */
const lineEndingWith = (label: string, score: number) =>
  new RegExp(`^${label}: .*, ${formatTenths(score).replace('.', '\\.')}(?: each)?$`, 'm')

const formatTenths = (score: number) => (Math.round(Math.round(score * 100) / 10) / 10).toFixed(1)

/** The most points that a team of the league left on the bench in one of these weeks, in hundredths. */
function maxMissedPoints(season: number, weeks: readonly number[]): number {
  const missed = weeks.flatMap((week) => {
    const file = `week-${`${week}`.padStart(2, '0')}.json`
    const { lineups } = readArchivePart('line-ups', [EASY_LEAGUE_ID, season, week, file]).week
    return lineups.map((lineup) => bestLineupPoints(lineup) - lineup.points)
  })
  return Math.max(...missed)
}

/** In this league, each slot except FLEX takes a single position: fills those first, then FLEX with the best remaining player. */
function bestLineupPoints({ entries, emptySlots }: TeamLineup): number {
  const starterSlots = [...entries.map(({ slotId }) => slotId), ...emptySlots].filter(
    (slot) => slotOf(slot).isStarter,
  )
  let available = entries
    .filter(({ slotId }) => slotId !== RESERVE_SLOT)
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0))
  let total = 0
  for (const starterSlot of starterSlots.sort((a, b) => Number(a === FLEX_SLOT) - Number(b === FLEX_SLOT))) {
    const best = available.find(
      ({ eligibleSlots, points }) => eligibleSlots.includes(starterSlot) && (points ?? 0) > 0,
    )
    total += best?.points ?? 0
    available = available.filter((entry) => entry !== best)
  }
  return total
}

/** The points of the starters in the week, in hundredths. */
function starterPointsOf(side: Json, season: number, week: number): number {
  let total = 0
  for (const entry of side.rosterForCurrentScoringPeriod.entries) {
    if (entry.lineupSlotId === 20 || entry.lineupSlotId === 21) continue
    for (const statLine of entry.playerPoolEntry.player.stats) {
      const isInWeek = statLine.seasonId === season && statLine.scoringPeriodId === week
      if (isInWeek && statLine.statSourceId === 0 && statLine.statSplitTypeId === 1)
        total += statLine.appliedTotal
    }
  }
  return Math.round(total * 100)
}

function ascending(a: number, b: number): number {
  return a - b
}
