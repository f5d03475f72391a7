import type { HistoryInput, OwnerMerge } from '@fieldhouse/domain/history/history-input'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { gamesById } from '@fieldhouse/domain/seasons/season-views'
import type { Kysely } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { type LeagueImport, listSeasonImports } from '../leagues/league-import.ts'
import { type FileOrigin, listSeasons, type StoredSeason } from '../season-documents/stored-seasons.ts'
import { readHistoryVersion } from '../seasons/history-version.ts'
import { withLogoColors } from '../seasons/logo-color-store.ts'

export type StoredHistory = {
  input: HistoryInput
  /** When the newest season was stored; null without a stored season. */
  updatedAt: Date | null
  /** Why the last refresh of that season failed; null if it succeeded. */
  lastError: string | null
  /** The archives that contained seasons, by season. */
  imports: ReadonlyMap<number, LeagueImport>
  /** The files that seasons were imported from, by season. */
  files: ReadonlyMap<number, FileOrigin>
}

/** Reads the history of a league. The number of queries does not depend on the number of seasons. */
export interface HistoryReader {
  /** Changes whenever the result of `getHistory` changes. One small query. */
  getVersion(leagueId: number): Promise<string>
  /** A consistent snapshot. */
  getHistory(leagueId: number): Promise<StoredHistory>
}

export function historyReader(db: Db, images: ImagePaths): HistoryReader {
  return {
    getVersion: (leagueId) => readHistoryVersion(db, leagueId),

    getHistory(leagueId) {
      return inSnapshot(db, async (snapshot) => {
        const seasons = await listSeasons(snapshot, leagueId)
        return {
          input: withLogoPaths(await toHistoryInput(snapshot, leagueId, seasons), images),
          ...(await readFreshness(snapshot, leagueId)),
          imports: await listSeasonImports(snapshot, leagueId),
          files: new Map(seasons.flatMap(({ season, file }) => (file === null ? [] : [[season, file]]))),
        }
      })
    },
  }
}

/** With the paths of the logos on this site instead of their URLs. */
function withLogoPaths({ seasons, ...input }: HistoryInput, images: ImagePaths): HistoryInput {
  return {
    ...input,
    seasons: seasons.map((season) => ({
      ...season,
      teams: season.teams.map((team) => ({ ...team, logo: images.ofLogo(team.logo) })),
    })),
  }
}

type Snapshot = Kysely<Database>

/** Like `getHistory`, for callers that already have a transaction. */
export async function readHistoryInput(db: Snapshot, leagueId: number): Promise<HistoryInput> {
  return toHistoryInput(db, leagueId, await listSeasons(db, leagueId))
}

async function toHistoryInput(
  db: Snapshot,
  leagueId: number,
  seasons: readonly StoredSeason[],
): Promise<HistoryInput> {
  const teams = await withLogoColors(
    db,
    seasons.flatMap((season) => season.teams.map((team) => ({ ...team, season: season.season }))),
  )
  return {
    seasons: seasons.map((stored) => ({
      season: stored.season,
      isFinished: stored.progress.isFinished,
      previousSeasons: stored.previousSeasons,
      format: scoringFormatOf(stored.scoringType),
      hasMedianGame: stored.hasMedianGame,
      source: stored.source,
      provider: stored.provider,
      depth: stored.depth,
      periods: stored.calendar.periods,
      members: stored.members,
      teams: teams.filter((team) => team.season === stored.season),
      games: gamesById(stored),
    })),
    merges: await readMerges(db, leagueId),
    exclusions: await readExclusions(db, leagueId),
  }
}

async function readFreshness(
  db: Snapshot,
  leagueId: number,
): Promise<Pick<StoredHistory, 'updatedAt' | 'lastError'>> {
  const newest = await db
    .selectFrom('seasons')
    .leftJoin('refreshes', (join) =>
      join
        .onRef('refreshes.league_id', '=', 'seasons.league_id')
        .onRef('refreshes.season', '=', 'seasons.season'),
    )
    .select(['seasons.fetched_at', 'refreshes.last_error'])
    .where('seasons.league_id', '=', leagueId)
    .orderBy('seasons.season', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    updatedAt: newest === undefined ? null : new Date(newest.fetched_at),
    lastError: newest?.last_error ?? null,
  }
}

function readMerges(db: Snapshot, leagueId: number): Promise<OwnerMerge[]> {
  return db
    .selectFrom('owner_merges')
    .select(['member_id as memberId', 'person_id as personId'])
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
}

async function readExclusions(db: Snapshot, leagueId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('record_exclusions')
    .select(['season', 'reason'])
    .where('league_id', '=', leagueId)
    .execute()
  return new Map(rows.map((row) => [row.season, row.reason]))
}
