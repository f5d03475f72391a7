import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { isDecided, type LeagueSeason, type Member } from '@fieldhouse/domain/seasons/season'
import {
  depthWithLineups,
  type SeasonCompleteness,
  type SeasonDepth,
} from '@fieldhouse/domain/seasons/season-replacement'
import { normalizeSeason } from '@fieldhouse/domain/seasons/season-views'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import {
  type FileOrigin,
  findSeason,
  findTeamOwner,
  listSeasons,
  seasonRow,
} from '../season-documents/stored-seasons.ts'
import { archiveReader } from './archive-reader.ts'
import { replaceLogos } from './logo-color-store.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  type SeasonKey,
  saveResponses,
} from './provider-response-store.ts'

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
