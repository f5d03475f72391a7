import {
  type CountedTrade,
  countPickups,
  listPickups,
  type Pickup,
} from '@fieldhouse/domain/insights/moves/move-records'
import { tradeResult } from '@fieldhouse/domain/insights/moves/roster-results'
import { countedTrades, deriveTrades, isUnlisted } from '@fieldhouse/domain/insights/moves/trades'
import type { RosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'

export type SeasonMoves = {
  season: number
  schedule: SeasonSchedule
  unavailable: 'not_read' | 'format' | 'no_lineups' | null
  throughWeek: number | null
  /** The weeks before it without stored lineups, in order. */
  missingWeeks: number[]
  /** Those with a completed week since; without those that were undone. */
  trades: CountedTrade[]
  /** How many completed trades do not count, because it is not known which players they moved. */
  unlistedTrades: number
  /** Most points first. */
  pickups: Pickup[]
  /** How often each team picked up a player. */
  pickupCounts: ReadonlyMap<number, number>
}

export interface MovesReader {
  /** What the trades and pickups of all stored seasons gave so far, newest season first. */
  listMoves(leagueId: number): Promise<SeasonMoves[]>
}

type Readers = {
  seasons: Pick<SeasonReader, 'listSeasons'>
  games: Pick<GameReader, 'findSchedule'>
  archive: Pick<ArchiveReader, 'listTransactions' | 'listTransactionWeeks'>
  rosterWeeks: RosterWeekReader
}

export function movesReader({ seasons, games, archive, rosterWeeks }: Readers): MovesReader {
  return {
    async listMoves(leagueId) {
      const moves: SeasonMoves[] = []
      // One after the other, so that other requests are answered in between.
      for (const season of await seasons.listSeasons(leagueId)) {
        const schedule = await games.findSchedule(leagueId, season)
        if (schedule !== null) moves.push(await readSeason(leagueId, season, schedule))
      }
      return moves
    },
  }

  async function readSeason(
    leagueId: number,
    season: number,
    schedule: SeasonSchedule,
  ): Promise<SeasonMoves> {
    const none = {
      season,
      schedule,
      throughWeek: null,
      missingWeeks: [],
      trades: [],
      unlistedTrades: 0,
      pickups: [],
      pickupCounts: new Map(),
    }
    const stored = await archive.listTransactionWeeks(leagueId, season)
    if (stored.length === 0) return { ...none, unavailable: 'not_read' }
    if (!hasWeeklyPoints(schedule.format)) return { ...none, unavailable: 'format' }
    const weeks = completedWeeks(await rosterWeeks.listRosterWeeks(leagueId, season), schedule)
    if (weeks.length === 0) return { ...none, unavailable: 'no_lineups' }
    const throughWeek = Math.max(...weeks.map(({ week }) => week))
    const listed = await archive.listTransactions(leagueId, season)
    const transactions = deriveTrades(listed, weeks)
    return {
      season,
      schedule,
      unavailable: null,
      throughWeek,
      missingWeeks: missingWeeks(weeks, schedule),
      trades: countedTrades(transactions, weeks)
        .filter(({ week }) => week <= throughWeek)
        .map((trade) => ({ season, id: trade.id, week: trade.week, sides: tradeResult(trade, weeks) })),
      unlistedTrades: transactions.filter((each) => each.week <= throughWeek && isUnlisted(each)).length,
      pickups: listPickups({ transactions, lineups: weeks }),
      pickupCounts: countPickups(transactions),
    }
  }
}

/** The lineups of the weeks that are over. */
export function completedWeeks(
  weeks: readonly RosterWeek[],
  { isFinished, currentWeek }: Pick<SeasonSchedule, 'isFinished' | 'currentWeek'>,
): RosterWeek[] {
  return weeks.filter(({ week }) => isFinished || currentWeek === null || week < currentWeek)
}

/** The NFL weeks of the league from `fromWeek` up to the last one with lineups that have none, in order. */
export function missingWeeks(
  lineups: readonly RosterWeek[],
  { periods }: Pick<SeasonSchedule, 'periods'>,
  fromWeek = 1,
): number[] {
  const known = new Set(lineups.map(({ week }) => week))
  const last = Math.max(0, ...known)
  const expected = new Set(periods.flatMap(({ weeks }) => weeks))
  return [...expected]
    .filter((week) => week >= fromWeek && week < last && !known.has(week))
    .sort((a, b) => a - b)
}
