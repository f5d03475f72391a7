import {
  type BettingWeek,
  betAmount,
  currentBetWeek,
  firstPlayoffWeek,
  weekStateAt,
} from '@fieldhouse/domain/betslip/betting-week'
import { parseOdds } from '@fieldhouse/domain/betslip/odds'
import { settleSelection } from '@fieldhouse/domain/betslip/selections'
import { type LegResult, type SlipOutcome, slipOutcome } from '@fieldhouse/domain/betslip/settlement'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { attemptEach, type ScheduledJob } from '../../jobs/job.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { lockLeague, recordEvent } from '../../repositories/change-league.ts'
import { nflReader, toSettledGame } from '../../repositories/nfl.ts'
import { parseStoredSelection } from '../../repositories/picks.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'

/** How many weeks back a result may still change, because a score was corrected or a postponed game was canceled. */
const CORRECTED_WEEKS = 3

type SettledPick = { pick: Awaited<ReturnType<typeof listBoardPicks>>[number]; result: LegResult | null }

export function settlementJob(db: Db, now: () => Date): ScheduledJob {
  return {
    name: 'bet settlement',
    schedule: '*/5 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const read = await listBoardPicks(db, season, currentBetWeek(season, now()))
      const picks = read.filter((pick) => weekStateAt(pick, now()) === 'locked')
      const gameIds = new Set(picks.map(({ selection }) => selection.gameId))
      const games = await nflReader(db).findGames([...gameIds])
      const changed = picks.flatMap((pick) => {
        const game = games.get(pick.selection.gameId)
        if (game === undefined) return []
        const result = settleSelection(pick.selection, toSettledGame(game), pick)
        return result === pick.result ? [] : [{ pick, result }]
      })
      const byLeague = Map.groupBy(changed, ({ pick }) => pick.leagueId)
      const failure = 'leagues could not be settled'
      await attemptEach(byLeague, { failure, signal }, ([leagueId, settled]) =>
        inTransaction(db, async (transaction) => {
          await lockLeague(transaction, leagueId)
          const at = now()
          for (const [week, inWeek] of Map.groupBy(settled, ({ pick }) => pick.week)) {
            const settle = () => settlePicks(transaction, inWeek, at)
            await settleInSlip(transaction, leagueId, { season, week }, settle, at)
          }
        }),
      )
    },
  }
}

/** The picks from the odds board of the last weeks that no admin has settled or reopened, in any league. */
async function listBoardPicks(db: Db, season: number, lastWeek: number) {
  const rows = await db
    .selectFrom('picks')
    .innerJoin('users', 'users.id', 'picks.user_id')
    .select(['league_id as leagueId', 'season', 'week', 'user_id as userId', 'username', 'text'])
    .select(['selection', 'result'])
    .where('selection', 'is not', null)
    .where('season', '=', season)
    .where('week', '>=', lastWeek - CORRECTED_WEEKS)
    .where('week', '<=', lastWeek)
    .where((eb) => eb.or([eb('settled_by', 'is', null), eb('settled_by', '=', 'score')]))
    .orderBy('league_id')
    .orderBy('week')
    .orderBy('user_id')
    .execute()
  return rows.flatMap(({ selection: json, ...pick }) => {
    const selection = parseStoredSelection(json)
    return selection === null ? [] : { ...pick, selection }
  })
}

/** Leaves out picks that were changed, settled or reopened by somebody since they were read. */
async function settlePicks(transaction: DbTransaction, settled: readonly SettledPick[], now: Date) {
  let count = 0
  for (const { pick, result } of settled) {
    const { leagueId, season, week, userId, username, text, result: before } = pick
    const { numUpdatedRows } = await transaction
      .updateTable('picks')
      .set({ result, settled_by: result === null ? null : 'score' })
      .where((eb) => eb.and({ league_id: leagueId, season, week, user_id: userId, text }))
      .where('selection', 'is not', null)
      .where((eb) => eb.or([eb('settled_by', 'is', null), eb('settled_by', '=', 'score')]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    count += 1
    const detail = { username, season, week, result, before }
    await recordAuditEntry(transaction, { at: now, actor: null, leagueId, action: 'bets.settle', detail })
  }
  return count
}

/**
 * Runs a change of the results of a week's picks in a transaction that has locked the league, and records its event. The
 * event contains the result of the slip, and the members are notified of it, when the last leg is settled, and again only
 * if a correction changes it.
 * @param change returns how many picks it has changed
 */
export async function settleInSlip(
  transaction: DbTransaction,
  leagueId: number,
  week: BettingWeek,
  change: () => Promise<number>,
  now: Date,
): Promise<void> {
  const season = await findSeason(transaction, leagueId, week.season)
  const wager = betAmount(week.week, firstPlayoffWeek(season?.calendar ?? null))
  const before = await readOutcome(transaction, leagueId, week, wager)
  if ((await change()) === 0) return
  const after = await readOutcome(transaction, leagueId, week, wager)
  const slip = after && (await saveNews(transaction, leagueId, week, before, after, now))
  const { name, data } = picksChangedEvent(week)
  await recordEvent(transaction, leagueId, { name, data: slip === null ? data : { ...data, slip } }, now)
}

/**
 * Saves a result that the league has not been told yet. Returns it for the event; null if it is known. It is stored
 * because a leg can be settled again by a job or an admin: only another result is announced, as a correction.
 */
async function saveNews(
  transaction: DbTransaction,
  leagueId: number,
  { season, week }: BettingWeek,
  before: SlipOutcome | null,
  after: SlipOutcome,
  now: Date,
) {
  const announced = await transaction
    .selectFrom('slip_results')
    .select(['state', 'staked', 'returned', 'revision'])
    .where((eb) => eb.and({ league_id: leagueId, season, week }))
    .executeTakeFirst()
  // Slips that were settled before results were announced have no row.
  const known = announced ?? (before === null ? undefined : { ...toColumns(before), revision: 1 })
  const columns = toColumns(after)
  if (known?.state === columns.state && known.returned === columns.returned) return null
  const values = { ...columns, revision: (known?.revision ?? 0) + 1, announced_at: now.getTime() }
  await upsert(transaction, 'slip_results', { league_id: leagueId, season, week }, values)
  return { ...columns, is_correction: values.revision > 1 }
}

function toColumns({ state, wager, payout }: SlipOutcome) {
  return {
    state,
    staked: moneyToDecimalString(wager),
    returned: payout === null ? null : moneyToDecimalString(payout),
  }
}

async function readOutcome(
  transaction: DbTransaction,
  leagueId: number,
  { season, week }: BettingWeek,
  wager: Cents,
): Promise<SlipOutcome | null> {
  const rows = await transaction
    .selectFrom('picks')
    .select(['text', 'result'])
    .where((eb) => eb.and({ league_id: leagueId, season, week }))
    .execute()
  return slipOutcome(
    wager,
    rows.map(({ text, result }) => ({ odds: parseOdds(text)?.value ?? null, result })),
  )
}

/** Event for a change to a week's picks. It omits whose pick changed and how, because picks may be hidden. */
export function picksChangedEvent({ season, week }: BettingWeek) {
  return { name: 'bets', data: { season, week } } as const
}
