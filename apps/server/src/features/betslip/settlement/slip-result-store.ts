import { type BettingWeek, betAmount, firstPlayoffWeek } from '@fieldhouse/domain/betslip/betting-week'
import { parseOdds } from '@fieldhouse/domain/betslip/odds'
import { type Leg, type SlipOutcome, slipOutcome } from '@fieldhouse/domain/betslip/settlement'
import { moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { gameReader } from '../../../repositories/seasons/game-reader.ts'

/**
 * Runs a change of the results of a week's picks in a transaction that has locked the league, and records its event. The
 * event contains the result of the slip, and the members are notified of it, when the last leg is settled, and again only
 * if a correction changes it.
 * @param change returns how many picks it has changed
 */
export async function settleInSlip(
  transaction: Kysely<Database>,
  leagueId: number,
  week: BettingWeek,
  change: () => Promise<number>,
  now: Date,
): Promise<number> {
  const wager = await readWager(transaction, leagueId, week)
  const before = slipOutcome(wager, await readLegs(transaction, leagueId, week))
  const count = await change()
  if (count === 0) return 0
  const after = slipOutcome(wager, await readLegs(transaction, leagueId, week))
  const slip = after && (await saveNews(transaction, { leagueId, ...week }, before, after, now))
  const { name, data } = picksChangedEvent(week)
  await recordEvent(transaction, leagueId, { name, data: slip === null ? data : { ...data, slip } }, now)
  return count
}

type SlipKey = BettingWeek & { leagueId: number }

/** Saves a result that the league has not been told yet. Returns it for the event; null if it is known. */
async function saveNews(
  transaction: Kysely<Database>,
  { leagueId, season, week }: SlipKey,
  before: SlipOutcome | null,
  after: SlipOutcome,
  now: Date,
) {
  const announced = await transaction
    .selectFrom('slip_results')
    .select(['state', 'staked', 'returned', 'revision'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .executeTakeFirst()
  // Slips that were settled before results were announced have no row.
  const known = announced ?? (before === null ? undefined : { ...toColumns(before), revision: 1 })
  const columns = toColumns(after)
  if (known?.state === columns.state && known.returned === columns.returned) return null
  const values = { ...columns, revision: (known?.revision ?? 0) + 1, announced_at: now.getTime() }
  await transaction
    .insertInto('slip_results')
    .values({ league_id: leagueId, season, week, ...values })
    .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doUpdateSet(values))
    .execute()
  return { ...columns, is_correction: values.revision > 1 }
}

function toColumns({ state, wager, payout }: SlipOutcome) {
  return {
    state,
    staked: moneyToDecimalString(wager),
    returned: payout === null ? null : moneyToDecimalString(payout),
  }
}

async function readLegs(
  transaction: Kysely<Database>,
  leagueId: number,
  { season, week }: BettingWeek,
): Promise<Leg[]> {
  const rows = await transaction
    .selectFrom('picks')
    .select(['text', 'result'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .execute()
  return rows.map(({ text, result }) => ({ odds: parseOdds(text)?.value ?? null, result }))
}

async function readWager(transaction: Kysely<Database>, leagueId: number, { season, week }: BettingWeek) {
  const schedule = await gameReader(transaction).findSchedule(leagueId, season)
  return betAmount(week, firstPlayoffWeek(schedule))
}

/** Event for a change to a week's picks. It omits whose pick changed and how, because picks may be hidden. */
export function picksChangedEvent({ season, week }: BettingWeek) {
  return { name: 'bets', data: { season, week } } as const
}
