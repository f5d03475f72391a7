import {
  TRANSACTION_NEWS_MS,
  tradeNotification,
  waiverNotification,
} from '@fieldhouse/domain/notifications/transaction-notifications'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import { effectiveTime, type LeagueTransaction, teamsOf } from '@fieldhouse/domain/rosters/transactions'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'
import { archiveReader } from '../../repositories/seasons/archive-reader.ts'
import { playerReader } from '../../repositories/seasons/player-reader.ts'
import type { Activity } from './activity-store.ts'

/** What happened to the rosters of all leagues. */
export interface TransactionActivityStore {
  /**
   * Lists trades and waiver claims of leagues whose transactions were read since a time. Only those of the last day,
   * because a backfill reads those of whole seasons.
   */
  listTransactionActivity(since: Date, now: Date): Promise<Activity[]>
}

export function transactionActivityStore(db: Db): TransactionActivityStore {
  return {
    async listTransactionActivity(since, now) {
      const rows = await db
        .selectFrom('transaction_weeks')
        .select(['league_id', 'season'])
        .distinct()
        .where('fetched_at', '>', since.getTime())
        .where('transactions', '<>', '[]')
        .orderBy('league_id')
        .execute()
      const activity: Activity[] = []
      for (const { league_id: leagueId, season } of rows) {
        const all = await archiveReader(db).listTransactions(leagueId, season)
        const recent = all.filter((each) => {
          const age = now.getTime() - effectiveTime(each)
          return each.status === 'done' && age >= 0 && age < TRANSACTION_NEWS_MS
        })
        if (recent.length > 0) activity.push(...(await describe(leagueId, season, recent)))
      }
      return activity
    },
  }

  async function describe(
    leagueId: number,
    season: number,
    transactions: readonly LeagueTransaction[],
  ): Promise<Activity[]> {
    const playerIds = transactions.flatMap(({ moves }) => moves.map(({ playerId }) => playerId))
    const players = await playerReader(db).findByIds(playerIds)
    const teams = (await findSeason(db, leagueId, season))?.teams ?? []
    const teamOf = (id: number) => teams.find(({ teamId }) => teamId === id)?.name ?? `Team ${id}`
    const playerOf = (id: number) => players.get(id)?.name ?? fallbackPlayerName(id)
    const isFor = () => true

    const trades = transactions
      .filter(({ kind }) => kind === 'trade')
      .map((trade): Activity => {
        const { id, moves, picks = [], budget = [] } = trade
        const sides = teamsOf(trade).map((teamId) => {
          const isReceived = ({ toTeamId }: { toTeamId: number | null }) => toTeamId === teamId
          return {
            team: teamOf(teamId),
            received: [
              ...moves.filter(isReceived).map(({ playerId }) => playerOf(playerId)),
              ...picks
                .filter(isReceived)
                .map((pick) => `${pick.season} ${formatOrdinal(pick.round)}-round pick`),
              ...budget.filter(isReceived).map(({ amount }) => `$${amount} FAAB`),
            ],
          }
        })
        const news = { season, id, sides, at: new Date(effectiveTime(trade)) }
        return { leagueId, isFor, toNotification: (league) => tradeNotification(news, league) }
      })

    const claims = transactions
      .filter(({ kind }) => kind === 'waiver')
      .flatMap((claim) =>
        claim.moves.flatMap(({ playerId, toTeamId }) =>
          toTeamId === null
            ? []
            : [
                {
                  team: teamOf(toTeamId),
                  player: playerOf(playerId),
                  bid: claim.bid,
                  at: new Date(effectiveTime(claim)),
                },
              ],
        ),
      )
    const days = Map.groupBy(claims, ({ at }) => at.toISOString().slice(0, 10))
    const waivers = [...days.values()].map(
      (ofDay): Activity => ({
        leagueId,
        isFor,
        toNotification: (league) => waiverNotification({ season, claims: ofDay }, league),
      }),
    )
    return [...trades, ...waivers]
  }
}
