import type { LeagueFileSeason } from '@fieldhouse/contract/league-file'
import type { Kysely } from 'kysely'
import { inBatches } from '../../../database/engine/batches.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inSnapshot } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { mapInTurns } from '../../../jobs/take-turns.ts'
import { findSeason } from '../../../repositories/season-documents/stored-seasons.ts'
import { type ArchiveReader, archiveReader } from '../../../repositories/seasons/archive-reader.ts'
import { playerReader, type StoredPlayer } from '../../../repositories/seasons/player-reader.ts'
import { presentLeagueFileSeason, presentLineup, type SeasonToPresent } from './present-league-file.ts'

const IDS_PER_QUERY = 500

/** Reads stored seasons in the format of league files. */
export interface LeagueFileStore {
  /** Stored seasons, oldest first. */
  listSeasons(leagueId: number): Promise<number[]>
  /** A season as of one moment; null if it is not stored. */
  read(leagueId: number, season: number): Promise<LeagueFileSeason | null>
}

export function leagueFileStore(db: Db): LeagueFileStore {
  return {
    async listSeasons(leagueId) {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .orderBy('season')
        .execute()
      return rows.map(({ season }) => season)
    },

    read: (leagueId, season) => inSnapshot(db, (snapshot) => readSeason(snapshot, leagueId, season)),
  }
}

async function readSeason(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<LeagueFileSeason | null> {
  const stored = await findSeason(db, leagueId, season)
  if (stored === null) return null
  const archive = archiveReader(db)
  const draft = await archive.findDraft(leagueId, season)
  const transactions = await archive.listTransactions(leagueId, season)
  const ids = [
    ...(draft?.picks ?? []).map(({ playerId }) => playerId),
    ...transactions.flatMap(({ moves }) => moves.map(({ playerId }) => playerId)),
  ]
  return presentLeagueFileSeason({
    season: stored,
    provider: stored.provider,
    platform: stored.file?.platform ?? null,
    lineups: await readLineups(archive, leagueId, season),
    draft,
    transactions,
    players: await readPlayers(db, ids),
  })
}

async function readLineups(archive: ArchiveReader, leagueId: number, season: number) {
  const weeks: SeasonToPresent['lineups'][number][] = []
  for (const week of await archive.listWeeksWithLineups(leagueId, season))
    weeks.push({
      week,
      teams: await mapInTurns(await archive.listLineups(leagueId, season, week), presentLineup),
    })
  return weeks
}

async function readPlayers(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<SeasonToPresent['players']> {
  const players = new Map<number, StoredPlayer>()
  for await (const batch of inBatches([...new Set(ids)], IDS_PER_QUERY))
    for (const [playerId, player] of await playerReader(db).findByIds(batch)) players.set(playerId, player)
  return players
}
