import type { Finding } from '@fieldhouse/domain/seasons/season'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { listLineupFindings, listScoreFindings } from './lineup-findings.ts'
import { parseSeasonDetails } from './season-details.ts'

/** A summary of a stored season. */
export type SeasonSummary = {
  season: number
  source: SeasonSource
  depth: SeasonDepth
  teams: number
  /** The number of games, without byes. */
  games: number
  /** Whether the season is finished. */
  isFinal: boolean
  /** When its teams and games were last stored. */
  fetchedAt: Date
  /** Findings about the season, about its lineups, and about contradictions between the two. */
  findings: Finding[]
}

/** Every stored season of a league, oldest first. */
export async function listSeasonSummaries(db: Kysely<Database>, leagueId: number): Promise<SeasonSummary[]> {
  const [seasons, lineupFindings] = [
    await selectSeasons(db, leagueId),
    await listLineupFindings(db, leagueId),
  ]
  const details = new Map(seasons.map((row) => [row.season, parseSeasonDetails(row.details)]))
  const scoreFindings = await listScoreFindings(db, leagueId, details)
  return seasons.map((row) => ({
    season: row.season,
    source: row.source,
    depth: row.depth,
    teams: row.teams ?? 0,
    games: row.games ?? 0,
    isFinal: row.is_finished === 1,
    fetchedAt: new Date(row.fetched_at),
    findings: [
      ...(details.get(row.season)?.findings ?? []),
      ...(lineupFindings.get(row.season) ?? []),
      ...(scoreFindings.get(row.season) ?? []),
    ],
  }))
}

function selectSeasons(db: Kysely<Database>, leagueId: number) {
  return db
    .selectFrom('seasons')
    .select(['season', 'source', 'depth', 'details', 'is_finished', 'fetched_at'])
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
