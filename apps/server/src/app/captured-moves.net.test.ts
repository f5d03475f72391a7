import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES, readSleeperCapture } from '@fieldhouse/simulator/testing/sleeper-captures'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { translatePart } from '../providers/espn/archive.ts'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { writePart } from '../repositories/archive-store.ts'
import { checkMoves, type RecordedMoves } from '../testing/captured-moves.ts'
import { startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, SUNDAY, startApp } from '../testing/start-app.ts'

// Expected values are computed here from the recorded responses alone, with plain loops over the JSON.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

/** Trades, those of them with a result, picks of drafts, and picks with a value. */
type Figures = { trades: number; results: number; picks: number; values: number }

const figures = (trades: number, results: number, picks: number, values: number): Figures => ({
  trades,
  results,
  picks,
  values,
})

const CHAINS = [
  { name: 'Jailyard', leagueId: '918335334096846848', expected: figures(27, 27, 0, 0) },
  { name: 'LOB', leagueId: '1128059523031220224', expected: figures(9, 9, 160, 160) },
  { name: 'DLP', leagueId: '521379020332068864', expected: figures(0, 0, 0, 0) },
  { name: 'Pioneer', leagueId: '1345194878245556224', expected: figures(49, 45, 456, 415) },
  { name: 'Fantasy 101', leagueId: '1389719640493551616', expected: figures(0, 0, 960, 794) },
  { name: 'Harborlight', leagueId: '787506053142216704', expected: figures(59, 59, 0, 0) },
]

const SLEEPER_WEEKS = Array.from({ length: 18 }, (_, index) => index + 1)

/** The recorded seasons of a chain, the oldest first. */
function listRecorded(leagueId: string): RecordedMoves[] {
  const league = readSleeperCapture(`league/${leagueId}`) as Json
  if (league === null) return []
  const list = (path: string) => (readSleeperCapture(`league/${leagueId}/${path}`) ?? []) as Json[]
  const transactions = SLEEPER_WEEKS.flatMap((week) => list(`transactions/${week}`))
  const trades = transactions.filter(({ type, status }) => type === 'trade' && status === 'complete')
  const draft = list('drafts').find(({ draft_id: id }) => id === league.draft_id)
  const picks =
    draft === undefined ? null : (readSleeperCapture(`draft/${draft.draft_id}/picks`) as Json[] | null)
  return [
    ...(league.previous_league_id ? listRecorded(league.previous_league_id) : []),
    {
      season: Number(league.season),
      trades: [...new Set(trades.map(({ transaction_id: id }) => String(id)))],
      picks: picks?.length ?? null,
      hasTransactions: transactions.length > 0,
      hasLineups: SLEEPER_WEEKS.some((week) =>
        list(`matchups/${week}`).some((side) => side.starters?.length > 0),
      ),
    },
  ]
}

if (!HAS_SLEEPER_CAPTURES || !HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('the drafts and trades of a recorded chain of Sleeper', () => {
  it.each(CHAINS)('are all shown, and their sums hold: $name', async ({ name, leagueId, expected }) => {
    const { testApp, close } = await startSleeperApp()
    onTestFinished(close)
    const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    const recorded = listRecorded(leagueId)
    const [first, last] = [recorded[0]?.season, recorded.at(-1)?.season]
    await boss.post('/api/create-league/', { name, source: { provider: 'sleeper', league_id: leagueId } })
    await boss.post('/api/refresh/', { name, season: last })
    const { body } = await boss.post(`/api/league/${encodeURIComponent(name)}/history/backfill-admin/`, {
      password: 'boss-has-a-secret',
      start: first,
      end: last,
      scrape: true,
    })
    expect(body.failed).toEqual([])
    expect(await checkMoves(boss, name, recorded)).toEqual(expected)
  })
})

const ESPN_LEAGUE = 18254195
const ESPN_SEASONS = [2020, 2021, 2022, 2023, 2024, 2025]
/** The only season of which the lineups of all weeks were recorded, and the only week with transactions. */
const [COMPLETE_SEASON, TRANSACTIONS_WEEK] = [2024, 10]

const readEspn = (season: number, file: string, league = ESPN_LEAGUE): Json => {
  const json = readCapture(`league-${league}/${season}/${file}`) as Json
  return Array.isArray(json) ? json[0] : json
}

describe.runIf(HAS_CAPTURES)('the drafts and trades of a recorded league of ESPN', () => {
  let captures: CaptureServer
  beforeAll(async () => {
    captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
  })
  afterAll(() => captures.close())

  it('are all shown, and their sums hold', async () => {
    const provider = createEspnProvider({
      baseUrl: captures.url,
      userAgent: 'Tests/1.0 (+https://tests.example)',
    })
    const testApp = await startApp({}, { provider })
    onTestFinished(testApp.close)
    const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Easy', espn_league_id: ESPN_LEAGUE })
    for (const season of ESPN_SEASONS) {
      const { body } = await boss.post('/api/refresh-espn/', { name: 'Easy', season })
      expect([season, body.error]).toEqual([season, null])
    }
    const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
    const store = (name: 'draft' | 'line-ups' | 'transactions', season: number, week: number, file: string) =>
      inTransaction(testApp.db, (transaction) => {
        const part = translatePart(readEspn(season, file), {
          leagueId: String(ESPN_LEAGUE),
          season,
          week,
          name,
        })
        return writePart(transaction, id, part, { receivedAt: SUNDAY, isFetched: true })
      })
    for (const season of ESPN_SEASONS) await store('draft', season, 0, 'combined.json')
    for (let week = 1; week <= 17; week += 1)
      await store('line-ups', COMPLETE_SEASON, week, `week-${`${week}`.padStart(2, '0')}.json`)
    const file = `transactions-period-${TRANSACTIONS_WEEK}.json`
    await store('transactions', COMPLETE_SEASON, TRANSACTIONS_WEEK, file)

    const transactions: Json[] = readEspn(COMPLETE_SEASON, file).transactions
    // Offers that were declined, canceled or are open are shown to the teams concerned only.
    const isAccepted = ({ type }: Json) => type === 'TRADE_ACCEPT' || type === 'TRADE_UPHOLD'
    expect(transactions.filter(isAccepted)).toEqual([])
    const recorded = ESPN_SEASONS.map((season) => ({
      season,
      trades: [],
      picks: readEspn(season, 'combined.json').draftDetail.picks.length,
      hasTransactions: season === COMPLETE_SEASON,
      hasLineups: season === COMPLETE_SEASON,
    }))
    // One drafted player of the complete season was never on a stored roster.
    expect(await checkMoves(boss, 'Easy', recorded)).toEqual(figures(0, 0, 930, 149))
  })

  // Of these seasons, the draft was recorded, and neither transactions nor lineups.
  it.each([
    [368876, 2015, 128],
    [368876, 2018, 150],
    [899513, 2020, 220],
  ])('of league %i in %i are shown without values', async (league, season, picks) => {
    const provider = createEspnProvider({
      baseUrl: captures.url,
      userAgent: 'Tests/1.0 (+https://tests.example)',
    })
    const testApp = await startApp({}, { provider })
    onTestFinished(testApp.close)
    const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Easy', espn_league_id: league })
    const { body } = await boss.post('/api/refresh-espn/', { name: 'Easy', season })
    expect([season, body.error]).toEqual([season, null])
    const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
    const draft = { leagueId: String(league), season, week: 0, name: 'draft' as const }
    const part = translatePart(readEspn(season, 'mDraftDetail.json', league), draft)
    await inTransaction(testApp.db, (transaction) =>
      writePart(transaction, id, part, { receivedAt: SUNDAY, isFetched: true }),
    )
    const recorded = { season, trades: [], picks, hasTransactions: false, hasLineups: false }
    expect(await checkMoves(boss, 'Easy', [recorded])).toEqual(figures(0, 0, picks, 0))
  })
})
