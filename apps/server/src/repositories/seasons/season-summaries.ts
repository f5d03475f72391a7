import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { Points } from '@fieldhouse/domain/points'
import { checkLineupConsistency, type LineupScore } from '@fieldhouse/domain/seasons/consistency'
import { type Finding, isDecided, type LeagueSeason, periodOfWeek } from '@fieldhouse/domain/seasons/season'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { type LeagueImport, listSeasonImports } from '../leagues/league-import.ts'
import { type FileOrigin, listSeasons } from '../season-documents/stored-seasons.ts'
import { parseFindings } from './archive-rows.ts'

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
  const seasons = await listSeasons(db, leagueId)
  const archiveFindings = await listArchiveFindings(db, leagueId)
  const imports = await listSeasonImports(db, leagueId)
  const lineupPoints = await listLineupPoints(db, leagueId)
  return seasons.map((stored) => ({
    season: stored.season,
    source: stored.source,
    provider: stored.provider,
    depth: stored.depth,
    teams: stored.teams.length,
    games: stored.games.filter(({ away }) => away !== null).length,
    isFinal: stored.progress.isFinished,
    fetchedAt: stored.fetchedAt,
    leagueImport: imports.get(stored.season) ?? null,
    file: stored.file,
    findings: [
      ...stored.findings,
      ...(archiveFindings.get(stored.season) ?? []),
      ...findScoreFindings(stored, lineupPoints.get(stored.season) ?? []),
    ],
  }))
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

type LineupPoints = { season: number; week: number; teamId: number; points: Points }

/** The points of all lineups, by season, in the order of weeks and teams. */
async function listLineupPoints(db: Reader, leagueId: number): Promise<Map<number, LineupPoints[]>> {
  const rows = await db
    .selectFrom('lineups')
    .select(['season', 'week', 'team_id as teamId', 'points'])
    .$narrowType<{ points: Points }>()
    .where('league_id', '=', leagueId)
    .orderBy('week')
    .orderBy('team_id')
    .execute()
  return Map.groupBy(rows, ({ season }) => season)
}

/**
 * The findings about lineups that do not match the scores of their games. They are not stored, because lineups and games
 * are stored at different times. An undecided game has no final score.
 */
function findScoreFindings(season: LeagueSeason, lineups: readonly LineupPoints[]): Finding[] {
  const scored = new Map(
    weeklyScoresOf(season).map(({ teamId, week, points }) => [`${teamId} ${week}`, points]),
  )
  const scores = lineups.flatMap(({ teamId, week, points: starterPoints }): LineupScore[] => {
    const weekPoints = scored.get(`${teamId} ${week}`)
    const team = season.teams.find((each) => each.teamId === teamId)
    if (weekPoints === undefined || weekPoints === starterPoints || team === undefined) return []
    const period = periodOfWeek(season.calendar, week)
    const sides = season.games
      .filter((game) => game.period === period && isDecided(game.result))
      .flatMap(({ home, away }) => (away === null ? [home] : [home, away]))
    const side = sides.find((each) => each.teamId === teamId)
    if (side === undefined) return []
    return [{ week, teamName: team.name, starterPoints, weekPoints, adjustment: side.adjustment }]
  })
  return checkLineupConsistency(scores)
}
