import {
  keeperLedger,
  type LedgerRow,
  type LedgerSeason,
} from '@fieldhouse/domain/insights/moves/keeper-ledger'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'

export type StoredLedger = {
  season: number
  /** null if the season is not stored. */
  schedule: SeasonSchedule | null
  /** The NFL week of the newest rosters; null without any. */
  week: number | null
  draft: 'not_read' | 'no_picks' | 'known'
  hasAllTransactions: boolean
  rows: LedgerRow[]
}

export interface KeeperReader {
  /** The newest season with rosters; null if no season has any. */
  findNewestSeason(leagueId: number): Promise<number | null>
  findLedger(leagueId: number, season: number): Promise<StoredLedger>
}

type Readers = {
  seasons: Pick<SeasonReader, 'listSeasons'>
  games: Pick<GameReader, 'findSchedule'>
  archive: Pick<ArchiveReader, 'findDraft' | 'listTransactionWeeks' | 'listTransactions' | 'hasLineups'>
  rosterWeeks: Pick<RosterWeekReader, 'listNewestRosters'>
  /** The owner of a team, with merged accounts as one person. */
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
}

/** Computes the keeper ledger of a season from what is stored of it and of the seasons before. */
export function keeperReader({ seasons, games, archive, rosterWeeks, listOwners }: Readers): KeeperReader {
  return {
    async findNewestSeason(leagueId) {
      for (const season of await seasons.listSeasons(leagueId)) {
        const schedule = await games.findSchedule(leagueId, season)
        if (schedule?.isDrafted === true && (await archive.hasLineups(leagueId, season))) return season
      }
      return null
    },

    async findLedger(leagueId, season) {
      const schedule = await games.findSchedule(leagueId, season)
      const owners = await listOwners(leagueId)
      const read: LedgerSeason[] = []
      // One after the other, so that other requests are answered in between.
      for (const year of await seasons.listSeasons(leagueId))
        if (year <= season) read.push(await readSeason(leagueId, year))
      const [first] = read
      const ofSeason = first?.season === season ? first : undefined
      const weeks = ofSeason?.rosters.map(({ week }) => week) ?? []
      const rows =
        ofSeason === undefined
          ? []
          : keeperLedger(read, (year, teamId) => owners.find(year, teamId)?.name ?? null)
      return {
        season,
        schedule,
        week: weeks.length === 0 ? null : Math.max(...weeks),
        draft:
          ofSeason?.draft == null ? 'not_read' : ofSeason.draft.picks.length === 0 ? 'no_picks' : 'known',
        hasAllTransactions: ofSeason?.hasAllTransactions ?? false,
        rows,
      }
    },
  }

  async function readSeason(leagueId: number, season: number): Promise<LedgerSeason> {
    const [draft, transactions, transactionWeeks, rosters] = await Promise.all([
      archive.findDraft(leagueId, season),
      archive.listTransactions(leagueId, season),
      archive.listTransactionWeeks(leagueId, season),
      rosterWeeks.listNewestRosters(leagueId, season),
    ])
    const stored = new Set(transactionWeeks.map(({ week }) => week))
    const last = Math.max(0, ...rosters.map(({ week }) => week))
    const needed = Array.from({ length: last }, (_, index) => index + 1)
    return {
      season,
      draft,
      transactions,
      hasAllTransactions: needed.length > 0 && needed.every((week) => stored.has(week)),
      rosters,
    }
  }
}
