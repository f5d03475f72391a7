import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { Points } from '@fieldhouse/domain/points'
import {
  DECIDED_INTERVAL_MS,
  type TimelineChange,
  type TimelinePoint,
  thinTimeline,
} from '@fieldhouse/domain/rosters/matchup'
import {
  type Finding,
  isDecided,
  type LeagueSeason,
  type Member,
  periodOfWeek,
} from '@fieldhouse/domain/seasons/season'
import { checkLineupConsistency, type LineupScore } from '@fieldhouse/domain/seasons/season-check'
import {
  depthWithLineups,
  type SeasonCompleteness,
  type SeasonDepth,
} from '@fieldhouse/domain/seasons/season-replacement'
import { normalizeSeason, weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { upsert } from '../database/engine/queries.ts'
import type { Database } from '../database/schema/schema.ts'
import { archiveReader, parseFindings } from './archive-reader.ts'
import { replaceLogos } from './league.ts'
import { listSeasonImports } from './league-sources.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  type SeasonKey,
  saveResponses,
} from './provider-response-store.ts'
import { type FileOrigin, findSeason, findTeamOwner, listSeasons, seasonRow } from './stored-seasons.ts'

export async function findStoredCompleteness(
  db: Db,
  leagueId: number,
  season: number,
): Promise<(SeasonCompleteness & { provider: ProviderName | null }) | null> {
  const stored = await findSeason(db, leagueId, season)
  if (stored === null) return null
  const { source, depth, provider, teams, games } = stored
  const played = games.filter(({ away, result }) => away !== null && isDecided(result))
  return {
    source,
    depth,
    provider,
    teams: teams.length,
    playedGames: played.length,
    playedPeriods: [...new Set(played.map(({ period }) => period))],
  }
}

type NewSeason = {
  season: LeagueSeason
  completeness: SeasonCompleteness
  /** The provider that it came from, directly or as files; null for a CSV table. */
  provider: ProviderName | null
  responses: readonly CompressedResponse[]
  /** The files that it was imported from; missing for one that was read from its provider. */
  file?: FileOrigin | null
}

/** Returns the new depth. Must run in a transaction, so that the old or the new season is stored completely. */
export async function replaceSeason(
  transaction: DbTransaction,
  leagueId: number,
  { responses, ...written }: NewSeason,
  now: Date,
): Promise<SeasonDepth> {
  const { season } = written.season
  const stored = await findSeason(transaction, leagueId, season)
  const isOther =
    stored?.provider != null && written.provider !== null && stored.provider !== written.provider
  // Teams and players of another provider have other IDs, so lineups, drafts and transactions of it do not fit.
  if (isOther) await deleteSeasons(transaction, leagueId, [season])
  const depth = await writeSeason(transaction, leagueId, written, now)
  await saveSeasonResponses(transaction, { league_id: leagueId, season }, responses)
  await transaction
    .deleteFrom('season_failures')
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .execute()
  return depth
}

/** Of a table whose name is not known. */
const NO_FILES: FileOrigin = { files: [], version: null, platform: null }

/** Replaces a season, but neither its raw responses nor its archive. Returns its new depth. */
export async function writeSeason(
  transaction: DbTransaction,
  leagueId: number,
  { season, completeness, provider, file = null }: Omit<NewSeason, 'responses'>,
  fetchedAt: Date,
): Promise<SeasonDepth> {
  const hasLineups = await archiveReader(transaction).hasLineups(leagueId, season.season)
  const depth = depthWithLineups(completeness, hasLineups)
  const row = seasonRow(leagueId, {
    ...normalizeSeason({ ...season, members: await preserveKnownManagers(transaction, leagueId, season) }),
    acceptedZeros: [],
    file: file ?? (completeness.source === 'csv' ? NO_FILES : null),
    source: completeness.source,
    provider,
    depth,
    fetchedAt,
    isImported: false,
  })
  await upsert(transaction, 'seasons', { league_id: leagueId, season: season.season }, row)
  await replaceLogos(transaction, leagueId, season)
  await bindAssignments(transaction, leagueId)
  return depth
}

/** Preserves the stored managers if the new response does not say who runs the league. */
async function preserveKnownManagers(
  transaction: DbTransaction,
  leagueId: number,
  { season, members, findings }: LeagueSeason,
): Promise<Member[]> {
  if (!findings.some((finding) => finding.code === 'commissioner_unknown')) return members
  const stored = (await findSeason(transaction, leagueId, season))?.members ?? []
  return members.map((member) => {
    const previous = stored.find(({ memberId }) => memberId === member.memberId)
    if (previous === undefined) return member
    return { ...member, isManager: previous.isManager, isCreator: previous.isCreator }
  })
}

/** Stores the latest response to each request of a season, and marks those that the season was parsed from. */
async function saveSeasonResponses(
  transaction: DbTransaction,
  key: SeasonKey,
  responses: readonly CompressedResponse[],
): Promise<void> {
  await transaction
    .updateTable('provider_responses')
    .set({ position: null })
    .where((eb) => eb.and({ league_id: key.league_id, season: key.season }))
    .execute()
  const stored = await saveResponses(transaction, key, responses)
  for (const [position, { id }] of stored.entries()) {
    await transaction.updateTable('provider_responses').set({ position }).where('id', '=', id).execute()
  }
  await deleteSuperseded(transaction, key, stored)
}

/** The stored seasons that came from ESPN, directly or as its responses, oldest first. Others were imported from files. */
export async function listEspnSeasons(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('season')
    .where((eb) => eb.and({ league_id: leagueId, provider: 'espn' }))
    .where('source', '!=', 'csv')
    .orderBy('season')
    .execute()
  return rows.map(({ season }) => season)
}

/**
 * Deletes what was read from the ESPN league of a league: the given seasons with their archives, the outcomes of its
 * refreshes, and what refers to owners who are no longer in any season.
 */
export async function deleteEspnData(
  transaction: DbTransaction,
  leagueId: number,
  espnSeasons: readonly number[],
): Promise<void> {
  if (espnSeasons.length > 0) await deleteSeasons(transaction, leagueId, espnSeasons)
  await transaction.deleteFrom('season_failures').where('league_id', '=', leagueId).execute()
  await transaction.deleteFrom('refreshes').where('league_id', '=', leagueId).execute()
  const left = (await listSeasons(transaction, leagueId)).flatMap(({ members }) => members)
  const owners = [...new Set(left.map(({ memberId }) => memberId)), '']
  await transaction
    .deleteFrom('team_assignments')
    .where('league_id', '=', leagueId)
    .where('member_id', 'not in', owners)
    .execute()
  await transaction
    .deleteFrom('owner_merges')
    .where('league_id', '=', leagueId)
    .where((eb) => eb.or([eb('member_id', 'not in', owners), eb('person_id', 'not in', owners)]))
    .execute()
}

async function deleteSeasons(transaction: DbTransaction, leagueId: number, seasons: readonly number[]) {
  for (const table of SEASON_TABLES)
    await transaction
      .deleteFrom(table)
      .where('league_id', '=', leagueId)
      .where('season', 'in', seasons)
      .execute()
  const trades = transaction
    .selectFrom('feed_trades')
    .select('item_id')
    .where('league_id', '=', leagueId)
    .where('season', 'in', seasons)
  // The item of a trade, with the comments on it.
  await transaction.deleteFrom('feed_items').where('id', 'in', trades).execute()
  await detachDues(transaction, leagueId, seasons)
}

/** What is noted about money stays, with the names of the teams: their IDs are those of other teams from now on. */
async function detachDues(transaction: DbTransaction, leagueId: number, seasons: readonly number[]) {
  for (const table of ['dues_entries', 'dues_payouts'] as const)
    await transaction
      .updateTable(table)
      .set({ team_id: null })
      .where('league_id', '=', leagueId)
      .where('season', 'in', seasons)
      .execute()
  await transaction
    .updateTable('dues_prizes')
    .set({ winner_id: null })
    .where('league_id', '=', leagueId)
    .where('season', 'in', seasons)
    .execute()
}

/** The tables with the rows of a season. Rows that refer to others come first, and foreign keys delete the rest. */
const SEASON_TABLES = [
  'archive_responses',
  'provider_responses',
  'lineup_weeks',
  'drafts',
  'transaction_weeks',
  'record_exclusions',
  'recaps',
  'game_timeline_points',
  'seasons',
] as const

/** Why a season could not be fetched. `reason` is a message for users. */
export type SeasonFailure = { season: number; reason: string; at: Date }

export async function recordFailure(
  db: Db,
  leagueId: number,
  { season, reason, at }: SeasonFailure,
): Promise<void> {
  await upsert(db, 'season_failures', { league_id: leagueId, season }, { reason, at: at.getTime() })
}

/** Newest season first. */
export async function listFailures(db: Db, leagueId: number): Promise<SeasonFailure[]> {
  const rows = await db
    .selectFrom('season_failures')
    .select(['season', 'reason', 'at'])
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/**
 * Adds the owner to the assignments of a league that have none: the team had no owner when it was assigned, or the
 * assignment is from an archive of an older release. Must be called when seasons change.
 */
export async function bindAssignments(db: Db, leagueId: number): Promise<void> {
  const assignments = await db
    .selectFrom('team_assignments')
    .select(['user_id', 'team_id', 'season'])
    .where('league_id', '=', leagueId)
    .where('member_id', 'is', null)
    .execute()
  for (const { user_id, team_id, season: assignedSeason } of assignments) {
    const owner = await findTeamOwner(db, leagueId, team_id, assignedSeason)
    if (owner === null) continue
    await db
      .updateTable('team_assignments')
      .set({ season: owner.season, member_id: owner.memberId })
      .where((eb) => eb.and({ league_id: leagueId, user_id }))
      .execute()
  }
}

/** How the score and the win probability of a game changed, in order; empty for a game that was not followed live. */
export async function listTimelinePoints(
  db: Db,
  leagueId: number,
  season: number,
  gameId: number,
): Promise<TimelinePoint[]> {
  const rows = await db
    .selectFrom('game_timeline_points')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, season, game_id: gameId }))
    .orderBy('at')
    .execute()
  return rows.map(toPoint)
}

/** The last point of each of the games, by game ID. Games without a timeline are missing. */
export async function listLastPoints(
  db: Db,
  leagueId: number,
  season: number,
  gameIds: readonly number[],
): Promise<Map<number, TimelinePoint>> {
  if (gameIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('game_timeline_points as point')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('game_id', 'in', gameIds)
    .where('at', '=', (eb) =>
      eb
        .selectFrom('game_timeline_points as other')
        .select(({ fn }) => fn.max('other.at').as('at'))
        .whereRef('other.league_id', '=', 'point.league_id')
        .whereRef('other.season', '=', 'point.season')
        .whereRef('other.game_id', '=', 'point.game_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.game_id, toPoint(row)]))
}

/** Stores a new point of a game. When it decides the game, the timeline is thinned. */
export async function saveTimelineChange(
  transaction: DbTransaction,
  { leagueId, season, gameId }: { leagueId: number; season: number; gameId: number },
  { point, replaces }: TimelineChange,
): Promise<void> {
  const ofGame = transaction
    .deleteFrom('game_timeline_points')
    .where((eb) => eb.and({ league_id: leagueId, season, game_id: gameId }))
  if (replaces !== null) await ofGame.where('at', '=', replaces.getTime()).execute()
  await transaction
    .insertInto('game_timeline_points')
    .values({
      league_id: leagueId,
      season,
      game_id: gameId,
      at: point.at.getTime(),
      state: point.state,
      home_points: point.home,
      away_points: point.away,
      home_probability: Math.round(point.homeProbability * PROBABILITY_UNIT),
    })
    .execute()
  if (point.state !== 'final') return
  const points = await listTimelinePoints(transaction, leagueId, season, gameId)
  const times = thinTimeline(points, DECIDED_INTERVAL_MS).map(({ at }) => at.getTime())
  await ofGame.where('at', 'not in', times).execute()
}

/** Probabilities are stored in millionths, because both engines compare integers exactly. */
const PROBABILITY_UNIT = 1_000_000

function toPoint(row: Selectable<Database['game_timeline_points']>): TimelinePoint {
  return {
    at: new Date(row.at),
    state: row.state,
    home: row.home_points as Points,
    away: row.away_points as Points,
    homeProbability: row.home_probability / PROBABILITY_UNIT,
  }
}

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
