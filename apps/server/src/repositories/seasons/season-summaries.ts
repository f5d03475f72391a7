import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { checkLineupConsistency, type LineupScore } from '@fieldhouse/domain/seasons/consistency'
import { type Finding, periodOfWeek } from '@fieldhouse/domain/seasons/season'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { type LeagueImport, listSeasonImports } from '../leagues/league-import.ts'
import {
  type FileOrigin,
  fileOriginOf,
  parseFindings,
  parseSeasonDetails,
  type SeasonDetails,
  seasonProviderOf,
} from './season-rows.ts'

/** A summary of a stored season. */
export type SeasonSummary = {
  season: number
  source: SeasonSource
  /** The platform that it is from; null for a table that somebody has filled in. */
  provider: ProviderName | null
  depth: SeasonDepth
  teams: number
  /** The number of games, without byes. */
  games: number
  /** Whether the season is finished. */
  isFinal: boolean
  /** When its teams and games were last stored. */
  fetchedAt: Date
  /** The archive that contained it; null for a season that was stored on this server. */
  leagueImport: LeagueImport | null
  /** The files that it was imported from; null for one that was read from its provider. */
  file: FileOrigin | null
  /** Findings about the season, its lineups and transactions, and contradictions between games and lineups. */
  findings: Finding[]
}

/** Every stored season of a league, oldest first. */
export async function listSeasonSummaries(db: Kysely<Database>, leagueId: number): Promise<SeasonSummary[]> {
  const [seasons, archiveFindings] = [
    await selectSeasons(db, leagueId),
    await listArchiveFindings(db, leagueId),
  ]
  const details = new Map(seasons.map((row) => [row.season, parseSeasonDetails(row.details)]))
  const imports = await listSeasonImports(db, leagueId)
  const scoreFindings = await listScoreFindings(db, leagueId, details)
  return seasons.map((row) => ({
    season: row.season,
    source: row.source,
    provider: seasonProviderOf(row),
    depth: row.depth,
    teams: row.teams ?? 0,
    games: row.games ?? 0,
    isFinal: row.is_finished === 1,
    fetchedAt: new Date(row.fetched_at),
    leagueImport: imports.get(row.season) ?? null,
    file: fileOriginOf(row.source, details.get(row.season)),
    findings: [
      ...(details.get(row.season)?.findings ?? []),
      ...(archiveFindings.get(row.season) ?? []),
      ...(scoreFindings.get(row.season) ?? []),
    ],
  }))
}

function selectSeasons(db: Kysely<Database>, leagueId: number) {
  return db
    .selectFrom('seasons')
    .select(['season', 'source', 'provider', 'depth', 'details', 'is_finished', 'fetched_at'])
    .select((eb) => [
      eb
        .selectFrom('season_teams')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('season_teams.league_id', '=', 'seasons.league_id')
        .whereRef('season_teams.season', '=', 'seasons.season')
        .as('teams'),
      eb
        .selectFrom('season_games')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('season_games.league_id', '=', 'seasons.league_id')
        .whereRef('season_games.season', '=', 'seasons.season')
        .where('away_team_id', 'is not', null)
        .as('games'),
    ])
    .where('league_id', '=', leagueId)
    .orderBy('season')
    .execute()
}

type Reader = Kysely<Database>

/** The findings about lineups and transactions that were stored with them, by season. */
async function listArchiveFindings(db: Reader, leagueId: number): Promise<Map<number, Finding[]>> {
  const listRows = (table: 'lineup_weeks' | 'transaction_weeks') =>
    db
      .selectFrom(table)
      .select(['season', 'findings'])
      .where('league_id', '=', leagueId)
      .where('findings', '!=', '[]')
      .orderBy('season')
      .orderBy('week')
      .execute()
  const found = new Map<number, Finding[]>()
  for (const { season, findings } of [
    ...(await listRows('lineup_weeks')),
    ...(await listRows('transaction_weeks')),
  ])
    found.set(season, [...(found.get(season) ?? []), ...parseFindings(findings)])
  return found
}

/**
 * The findings about lineups that do not match the scores of their games, by season. They are not stored, because
 * lineups and games are stored at different times. `details` are the details of the seasons.
 */
export async function listScoreFindings(
  db: Reader,
  leagueId: number,
  details: ReadonlyMap<number, Pick<SeasonDetails, 'periods'>>,
): Promise<Map<number, Finding[]>> {
  const mismatches = await selectScoreMismatches(db, leagueId)
  const found = new Map<number, Finding[]>()
  for (const season of new Set(mismatches.map((row) => row.season))) {
    const games = await selectDecidedGames(db, leagueId, season)
    const periods = details.get(season)?.periods ?? []
    const scores = mismatches
      .filter((row) => row.season === season)
      .flatMap((row) => toLineupScore(row, games, periodOfWeek({ periods }, row.week)) ?? [])
    found.set(season, checkLineupConsistency(scores))
  }
  return found
}

function selectScoreMismatches(db: Reader, leagueId: number) {
  return db
    .selectFrom('lineups')
    .innerJoin('season_weeks', (join) =>
      join
        .onRef('season_weeks.league_id', '=', 'lineups.league_id')
        .onRef('season_weeks.season', '=', 'lineups.season')
        .onRef('season_weeks.team_id', '=', 'lineups.team_id')
        .onRef('season_weeks.week', '=', 'lineups.week')
        .onRef('season_weeks.points', '!=', 'lineups.points'),
    )
    .innerJoin('season_teams', (join) =>
      join
        .onRef('season_teams.league_id', '=', 'lineups.league_id')
        .onRef('season_teams.season', '=', 'lineups.season')
        .onRef('season_teams.team_id', '=', 'lineups.team_id'),
    )
    .select([
      'lineups.season',
      'lineups.week',
      'lineups.team_id',
      'lineups.points as starters',
      'season_weeks.points as scored',
      'season_teams.name',
    ])
    .where('lineups.league_id', '=', leagueId)
    .orderBy('lineups.week')
    .orderBy('lineups.team_id')
    .execute()
}

type ScoreMismatch = Awaited<ReturnType<typeof selectScoreMismatches>>[number]

function selectDecidedGames(db: Reader, leagueId: number, season: number) {
  return db
    .selectFrom('season_games')
    .select(['period', 'home_team_id', 'home_adjustment', 'away_team_id', 'away_adjustment'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('result', 'not in', ['undecided', 'not_played'])
    .execute()
}

type DecidedGame = Awaited<ReturnType<typeof selectDecidedGames>>[number]

/** null while the game is undecided, because its score is not final. */
function toLineupScore(
  row: ScoreMismatch,
  games: readonly DecidedGame[],
  period: number | null,
): LineupScore | null {
  const game = games
    .filter((each) => each.period === period)
    .find((each) => each.home_team_id === row.team_id || each.away_team_id === row.team_id)
  if (game === undefined) return null
  const adjustment = game.home_team_id === row.team_id ? game.home_adjustment : game.away_adjustment
  return {
    week: row.week,
    teamName: row.name,
    starterPoints: row.starters as Points,
    weekPoints: row.scored as Points,
    adjustment: (adjustment ?? ZERO_POINTS) as Points,
  }
}
