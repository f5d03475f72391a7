import type { HistoryInput, OwnerMerge, PastGame, PastTeam } from '@fieldhouse/domain/history/history-input'
import type { Points } from '@fieldhouse/domain/points'
import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Bracket, GameResult, Member } from '@fieldhouse/domain/seasons/season'
import type { Kysely } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { type LeagueImport, listSeasonImports } from '../leagues/league-import.ts'
import { readHistoryVersion } from '../seasons/history-version.ts'
import { colorKeyOf } from '../seasons/logo-color-store.ts'
import {
  type FileOrigin,
  fileOriginOf,
  parseSeasonDetails,
  seasonProviderOf,
} from '../seasons/season-rows.ts'

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
      return inSnapshot(db, async (snapshot) => ({
        input: withLogoPaths(await readHistoryInput(snapshot, leagueId), images),
        ...(await readFreshness(snapshot, leagueId)),
        imports: await listSeasonImports(snapshot, leagueId),
        files: await listFileOrigins(snapshot, leagueId),
      }))
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
  const seasons = await db
    .selectFrom('seasons')
    .select(['season', 'is_finished', 'scoring_type', 'source', 'provider', 'depth', 'details'])
    .where('league_id', '=', leagueId)
    .orderBy('season')
    .execute()
  const members = await readMembers(db, leagueId)
  const teams = await readTeams(db, leagueId)
  const games = await readGames(db, leagueId)
  return {
    seasons: seasons.map(({ season, is_finished, scoring_type, source, provider, depth, details }) => {
      const { periods, previousSeasons, hasMedianGame } = parseSeasonDetails(details)
      return {
        season,
        isFinished: is_finished === 1,
        previousSeasons,
        format: scoringFormatOf(scoring_type),
        hasMedianGame,
        source,
        provider: seasonProviderOf({ provider, source }),
        depth,
        periods,
        members: members.get(season) ?? [],
        teams: teams.get(season) ?? [],
        games: games.get(season) ?? [],
      }
    }),
    merges: await readMerges(db, leagueId),
    exclusions: await readExclusions(db, leagueId),
  }
}

async function listFileOrigins(db: Snapshot, leagueId: number): Promise<Map<number, FileOrigin>> {
  const rows = await db
    .selectFrom('seasons')
    .select(['season', 'source', 'details'])
    .where('league_id', '=', leagueId)
    .where('source', '=', 'csv')
    .execute()
  return new Map(
    rows.flatMap(({ season, source, details }) => {
      const file = fileOriginOf(source, parseSeasonDetails(details))
      return file === null ? [] : [[season, file]]
    }),
  )
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

async function readMembers(db: Snapshot, leagueId: number): Promise<Map<number, Member[]>> {
  const rows = await db
    .selectFrom('season_members')
    .select(['season', 'member_id as memberId', 'name', 'is_manager', 'is_creator'])
    .where('league_id', '=', leagueId)
    .orderBy('season')
    .orderBy('name')
    .orderBy('member_id')
    .execute()
  return groupBySeason(rows, ({ memberId, name, is_manager, is_creator }) => ({
    memberId,
    name,
    isManager: is_manager === 1,
    isCreator: is_creator === 1,
  }))
}

async function readTeams(db: Snapshot, leagueId: number): Promise<Map<number, PastTeam[]>> {
  const rows = await db
    .selectFrom('season_teams')
    .leftJoin('season_team_owners', (join) =>
      join
        .onRef('season_team_owners.league_id', '=', 'season_teams.league_id')
        .onRef('season_team_owners.season', '=', 'season_teams.season')
        .onRef('season_team_owners.team_id', '=', 'season_teams.team_id')
        .on('season_team_owners.position', '=', 0),
    )
    .leftJoin('logo_colors', (join) => join.on('logo_colors.url', '=', colorKeyOf('season_teams.logo')))
    .select([
      'logo_colors.color as logoColor',
      'season_teams.season',
      'season_teams.team_id',
      'season_teams.name',
      'season_teams.logo',
      'season_teams.wins',
      'season_teams.losses',
      'season_teams.ties',
      'season_teams.points_for',
      'season_teams.points_against',
      'season_teams.playoff_seed',
      'season_teams.final_rank',
      'season_team_owners.member_id',
    ])
    .where('season_teams.league_id', '=', leagueId)
    .execute()
  return groupBySeason(rows, (row) => ({
    teamId: row.team_id,
    name: row.name,
    logo: row.logo,
    logoColor: row.logoColor,
    record: knownRecord(row),
    pointsFor: row.points_for as Points | null,
    pointsAgainst: row.points_against as Points | null,
    playoffSeed: row.playoff_seed,
    finalRank: row.final_rank,
    primaryOwnerId: row.member_id,
  }))
}

async function readGames(db: Snapshot, leagueId: number): Promise<Map<number, PastGame[]>> {
  const rows = await db
    .selectFrom('season_games')
    .select([
      'season',
      'game_id',
      'period',
      'bracket',
      'result',
      'home_team_id',
      'home_points',
      'away_team_id',
      'away_points',
    ])
    .where('league_id', '=', leagueId)
    .execute()
  return groupBySeason(rows, (row) => ({
    gameId: row.game_id,
    period: row.period,
    bracket: row.bracket as Bracket,
    result: row.result as GameResult,
    home: { teamId: row.home_team_id, points: row.home_points as Points },
    away:
      row.away_team_id === null
        ? null
        : { teamId: row.away_team_id, points: (row.away_points ?? 0) as Points },
  }))
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

function groupBySeason<Row extends { season: number }, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): Map<number, Item[]> {
  const groups = [...Map.groupBy(rows, (row) => row.season)]
  return new Map(groups.map(([season, group]) => [season, group.map(itemOf)]))
}
