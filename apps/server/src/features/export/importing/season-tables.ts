import { z } from 'zod'
import {
  DOCUMENT_COLUMNS,
  DOCUMENT_TABLES,
  providerOf,
  toSeasonDocument,
} from '../../../database/migrations/season-documents.ts'
import type { ArchiveRow, LeagueTable } from '../../../database/portability/league-rows.ts'
import { parseJson } from '../../../files/json.ts'
import { Periods } from '../../../repositories/archive-reader.ts'
import { ARCHIVE_DAMAGED, archiveError } from '../archive-format.ts'
import { describeLargeSeason } from './read-archive.ts'

// Archives of releases before 0.2.0 have the rows of six tables for a season, in place of its document.

type OldTable = (typeof DOCUMENT_TABLES)[number]
const words = (text: string) => text.split(' ')

const COLUMNS: Record<OldTable, { required: string[]; optional: string[] }> = {
  season_members: { required: words('league_id season member_id name is_manager is_creator'), optional: [] },
  season_teams: {
    required: words('league_id season team_id name abbrev'),
    optional: words(
      'logo division_id wins losses ties points_for points_against playoff_seed final_rank eliminated_week',
    ),
  },
  season_team_owners: { required: words('league_id season team_id member_id position'), optional: [] },
  season_games: {
    required: words(
      'league_id season game_id period bracket result home_team_id home_points home_adjustment',
    ),
    optional: [
      'tied_categories',
      ...words('home_live_points home_projected_points home_categories away_team_id away_points'),
      ...words('away_live_points away_projected_points away_adjustment away_categories'),
    ],
  },
  season_weeks: { required: words('league_id season team_id week points'), optional: [] },
}

const TEXT_COLUMNS = ['name', 'scoring_type', 'details', 'member_id', 'abbrev', 'logo', 'bracket', 'result']

function toColumn(name: string): LeagueTable['columns'][number] {
  return { name, kind: TEXT_COLUMNS.includes(name) ? 'other' : 'integer', isNullable: true }
}

export function withSeasonTables(tables: readonly LeagueTable[]): LeagueTable[] {
  return [
    ...tables.map((table) =>
      table.name === 'seasons'
        ? { ...table, columns: [...table.columns, ...DOCUMENT_COLUMNS.map(toColumn)] }
        : table,
    ),
    ...DOCUMENT_TABLES.map((name): LeagueTable => {
      const columns = [...COLUMNS[name].required, ...COLUMNS[name].optional].map(toColumn)
      const belongsToLeague = () => {
        throw new Error(`${name} is not a table of this release`)
      }
      return {
        name,
        columns,
        primaryKey: [],
        autoIncrementColumn: null,
        references: [],
        idOrigins: new Map(),
        belongsToLeague,
      }
    }),
  ]
}

type Rows = ReadonlyMap<string, ArchiveRow[]>

const Details = z.looseObject({ periods: Periods })

/** The rows with a document for each season. Throws an ApiError if it cannot be made. */
export function withSeasonDocuments(rows: Rows): Map<string, ArchiveRow[]> {
  const espnLeagueId = rows.get('leagues')?.[0]?.['espn_league_id'] ?? null
  const old = new Map(DOCUMENT_TABLES.map((table) => [table, rowsBySeason(rows, table)]))
  const seasons = (rows.get('seasons') ?? []).map((season): ArchiveRow => {
    if (season['document'] !== undefined) return withoutOldColumns(season)
    const own = (table: OldTable) => old.get(table)?.get(season['season']) ?? []
    const [teams, games] = [own('season_teams'), own('season_games')]
    const problem = describeLargeSeason(Number(season['season']), { teams, games })
    if (problem !== null) throw archiveError(problem)
    if (!hasValues(season, ['size', 'is_drafted', 'details'])) throw archiveError(ARCHIVE_DAMAGED)
    try {
      Details.parse(parseJson(String(season['details'])))
      const document = toSeasonDocument({
        season,
        season_members: own('season_members'),
        season_teams: teams,
        season_team_owners: own('season_team_owners'),
        season_games: games,
        season_weeks: own('season_weeks'),
      })
      return { ...withoutOldColumns(season), ...originOf(season, espnLeagueId), document }
    } catch (error) {
      throw archiveError(ARCHIVE_DAMAGED, error)
    }
  })
  const others = [...rows].filter(([table]) => !DOCUMENT_TABLES.some((name) => name === table))
  return new Map([...others, ['seasons', seasons]])
}

/** Throws an ApiError for a row without a required value, or of a season or team that the archive does not have. */
function rowsBySeason(rows: Rows, table: OldTable): Map<unknown, ArchiveRow[]> {
  const found = rows.get(table) ?? []
  const parent = table === 'season_team_owners' || table === 'season_weeks' ? 'season_teams' : 'seasons'
  const keyOf = (row: ArchiveRow) =>
    parent === 'seasons' ? row['season'] : `${row['season']} ${row['team_id']}`
  const known = new Set((rows.get(parent) ?? []).map(keyOf))
  if (!found.every((row) => hasValues(row, COLUMNS[table].required) && known.has(keyOf(row))))
    throw archiveError(ARCHIVE_DAMAGED)
  return Map.groupBy(found, (row) => row['season'])
}

const hasValues = (row: ArchiveRow, columns: readonly string[]) => columns.every((name) => row[name] != null)

/** Release 0.1.0 did not name the provider: all seasons except those of CSV tables were of the league's ESPN league. */
function originOf(season: ArchiveRow, espnLeagueId: ArchiveRow[string]): ArchiveRow {
  const provider = providerOf(season)
  if (provider === null || season['provider'] != null) return { provider }
  return { provider, provider_league_id: espnLeagueId === null ? null : String(espnLeagueId) }
}

function withoutOldColumns(season: ArchiveRow): ArchiveRow {
  return Object.fromEntries(
    Object.entries(season).filter(([name]) => !DOCUMENT_COLUMNS.some((column) => column === name)),
  )
}
