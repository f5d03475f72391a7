import type { Points } from '@fieldhouse/domain/points'
import { checkLineupConsistency, type LineupScore } from '@fieldhouse/domain/seasons/consistency'
import { type Finding, isDecided, type LeagueSeason, periodOfWeek } from '@fieldhouse/domain/seasons/season'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { listSeasonImports } from '../leagues/league-import.ts'
import { listSeasons } from '../season-documents/stored-seasons.ts'
import { parseFindings } from './archive-reader.ts'

export type SeasonSummary = Awaited<ReturnType<typeof listSeasonSummaries>>[number]

/** Every stored season of a league, oldest first. */
export async function listSeasonSummaries(db: Db, leagueId: number) {
  const seasons = await listSeasons(db, leagueId)
  const archiveFindings = await listArchiveFindings(db, leagueId)
  const imports = await listSeasonImports(db, leagueId)
  const lineupPoints = await listLineupPoints(db, leagueId)
  return seasons.map((stored) => ({
    season: stored.season,
    source: stored.source,
    provider: stored.provider,
    depth: stored.depth,
    fetchedAt: stored.fetchedAt,
    file: stored.file,
    teams: stored.teams.length,
    games: stored.games.filter(({ away }) => away !== null).length,
    isFinal: stored.progress.isFinished,
    leagueImport: imports.get(stored.season) ?? null,
    findings: [
      ...stored.findings,
      ...(archiveFindings.get(stored.season) ?? []),
      ...findScoreFindings(stored, lineupPoints.get(stored.season) ?? []),
    ],
  }))
}

async function listArchiveFindings(db: Db, leagueId: number): Promise<Map<number, Finding[]>> {
  const listRows = (table: 'lineup_weeks' | 'transaction_weeks') =>
    db
      .selectFrom(table)
      .select(['season', 'findings'])
      .where('league_id', '=', leagueId)
      .where('findings', '!=', '[]')
      .orderBy('season')
      .orderBy('week')
      .execute()
  const rows = [...(await listRows('lineup_weeks')), ...(await listRows('transaction_weeks'))]
  const found = new Map<number, Finding[]>()
  for (const { season, findings } of rows)
    found.set(season, [...(found.get(season) ?? []), ...parseFindings(findings)])
  return found
}

type LineupPoints = { season: number; week: number; teamId: number; points: Points }

async function listLineupPoints(db: Db, leagueId: number) {
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
 * They are not stored, because lineups and games are stored at different times. An undecided game has no final score.
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
