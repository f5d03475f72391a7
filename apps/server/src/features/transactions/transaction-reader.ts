import { playerSeasons } from '@fieldhouse/domain/insights/moves/player-values'
import { type TradeSide, tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import { deriveTrades, findUsedPick, isReversed, isUnlisted } from '@fieldhouse/domain/insights/moves/trades'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import {
  effectiveTime,
  isOfTeam,
  isPublic,
  type LeagueTransaction,
  type PublicTransaction,
  type TradedPick,
  type TransactionKind,
} from '@fieldhouse/domain/rosters/transactions'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import { completedWeeks, missingWeeks } from './moves-reader.ts'

export type TransactionQuery = {
  week?: number | undefined
  team?: number | undefined
  /** `failed` are those that changed no roster, which the other kinds leave out. */
  kind?: TransactionKind | 'failed' | undefined
  limit: number
  /** The `next` cursor of the page before. */
  before?: string | undefined
}

export type TransactionPage = {
  unavailable: 'not_stored' | 'not_read' | null
  /** NFL weeks with transactions, in order. */
  weeks: number[]
  /** Newest first. */
  transactions: PublicTransaction[]
  next: string | null
}

/** What a traded pick became, with the points of the player in that season; null if they are unknown. */
export type UsedPick = { pick: DraftPick; points: number | null }

export type FoundTrade = {
  schedule: SeasonSchedule
  trade: PublicTransaction
  isReversed: boolean
  unavailable: 'vetoed' | 'format' | 'no_lineups' | null
  /** The first NFL week in which a traded player was on his new roster. */
  fromWeek: number | null
  throughWeek: number | null
  /** The weeks since the trade without stored lineups, in order. */
  missingWeeks: number[]
  sides: TradeSide[]
  /** In the order of the trade's picks; null for one that is not used yet, or unknown. */
  used: (UsedPick | null)[]
}

/** Reads what everyone in a league may see of its transactions. */
export interface TransactionReader {
  listPage(leagueId: number, season: number, query: TransactionQuery): Promise<TransactionPage>
  /** null if the season has no such trade. */
  findTrade(leagueId: number, season: number, id: string): Promise<FoundTrade | null>
}

type Readers = {
  games: Pick<GameReader, 'findSchedule'>
  archive: Pick<ArchiveReader, 'findDraft' | 'listTransactions' | 'listTransactionWeeks'>
  rosterWeeks: Pick<RosterWeekReader, 'listRosterWeeks'>
}

export function transactionReader({ games, archive, rosterWeeks }: Readers): TransactionReader {
  return {
    async listPage(leagueId, season, { week, team, kind, limit, before }) {
      const schedule = await games.findSchedule(leagueId, season)
      if (schedule === null) return { unavailable: 'not_stored', weeks: [], transactions: [], next: null }
      const stored = await archive.listTransactionWeeks(leagueId, season)
      if (stored.length === 0) return { unavailable: 'not_read', weeks: [], transactions: [], next: null }
      const all = (await listDerived(leagueId, season, schedule)).filter(isPublic)
      const matching = all
        .filter((each) => (kind === 'failed') === (each.status === 'failed'))
        .filter((each) => kind === undefined || kind === 'failed' || each.kind === kind)
        .filter((each) => week === undefined || each.week === week)
        .filter((each) => team === undefined || isOfTeam(each, team))
        .toReversed()
      const start = before === undefined ? 0 : indexAfter(matching, before)
      const transactions = matching.slice(start, start + limit)
      const last = transactions.at(-1)
      return {
        unavailable: null,
        weeks: [...new Set(all.map((each) => each.week))].sort((a, b) => a - b),
        transactions,
        next: last === undefined || start + limit >= matching.length ? null : cursorOf(last),
      }
    },

    async findTrade(leagueId, season, id) {
      const schedule = await games.findSchedule(leagueId, season)
      if (schedule === null) return null
      const all = await listDerived(leagueId, season, schedule)
      const trade = all.filter(isPublic).find((each) => each.id === id && each.kind === 'trade')
      if (trade === undefined) return null
      const weeks = completedWeeks(await rosterWeeks.listRosterWeeks(leagueId, season), schedule).filter(
        ({ week }) => week >= trade.week,
      )
      const unavailable = whyNoResult()
      const sides = unavailable === null ? tradeResult(trade, weeks) : []
      const firstWeeks = sides.flatMap(({ received }) => received.flatMap(({ firstWeek }) => firstWeek ?? []))
      return {
        schedule,
        trade,
        isReversed: isReversed(trade, all),
        unavailable,
        fromWeek: firstWeeks.length === 0 ? null : Math.min(...firstWeeks),
        throughWeek: unavailable === null ? Math.max(...weeks.map(({ week }) => week)) : null,
        missingWeeks: unavailable === null ? missingWeeks(weeks, schedule, trade.week) : [],
        sides,
        used: await findUsedPicks(leagueId, trade.picks ?? []),
      }

      function whyNoResult(): FoundTrade['unavailable'] {
        if (trade?.status === 'vetoed') return 'vetoed'
        if (!hasWeeklyPoints(schedule?.format ?? 'points')) return 'format'
        return weeks.length === 0 ? 'no_lineups' : null
      }
    },
  }

  /** The transactions with the players of trades that only the rosters tell. */
  async function listDerived(
    leagueId: number,
    season: number,
    schedule: SeasonSchedule,
  ): Promise<LeagueTransaction[]> {
    const listed = await archive.listTransactions(leagueId, season)
    if (!listed.some(isUnlisted)) return listed
    return deriveTrades(listed, completedWeeks(await rosterWeeks.listRosterWeeks(leagueId, season), schedule))
  }

  async function findUsedPicks(leagueId: number, picks: readonly TradedPick[]): Promise<(UsedPick | null)[]> {
    const found = new Map<TradedPick, UsedPick>()
    for (const [season, ofSeason] of Map.groupBy(picks, (traded) => traded.season)) {
      const draft = await archive.findDraft(leagueId, season)
      const used = ofSeason.flatMap((traded) => {
        const pick = findUsedPick(traded, draft)
        return pick === null ? [] : [{ traded, pick }]
      })
      if (used.length === 0) continue
      const players = playerSeasons(await rosterWeeks.listRosterWeeks(leagueId, season))
      for (const { traded, pick } of used)
        found.set(traded, { pick, points: players.get(pick.playerId)?.points ?? null })
    }
    return picks.map((traded) => found.get(traded) ?? null)
  }
}

function cursorOf(transaction: PublicTransaction): string {
  return `${effectiveTime(transaction)}.${transaction.id}`
}

/**
 * Where the page after a cursor begins, also if the transaction of the cursor is gone.
 * @param transactions newest first
 */
function indexAfter(transactions: readonly PublicTransaction[], cursor: string): number {
  const exact = transactions.findIndex((each) => cursorOf(each) === cursor)
  if (exact !== -1) return exact + 1
  const older = transactions.findIndex((each) => effectiveTime(each) < Number(cursor.split('.')[0]))
  return older === -1 ? transactions.length : older
}
