import { type NflPlayer, normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import type { Points } from '@fieldhouse/domain/points'
import {
  type ArchivePart,
  type ArchivePartName,
  type ArchivePartRejectionReason,
  type Draft,
  type DraftPick,
  draftRejectionReason,
  lineupsRejectionReason,
  type StoredArchive,
  storedWeeks,
  transactionsRejectionReason,
} from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName, type WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { WeekTransactions } from '@fieldhouse/domain/rosters/transactions'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { excluded, insertInBatches, upsert } from '../database/engine/queries.ts'
import type { Database } from '../database/schema/schema.ts'
import { archiveReader, lineupRow } from './archive-reader.ts'
import {
  type CompressedResponse,
  deleteSuperseded,
  type PartSource,
  saveResponses,
  toPartSource,
} from './provider-response-store.ts'
import { findSeason } from './stored-seasons.ts'

export async function getStoredArchive(db: Db, leagueId: number, season: number): Promise<StoredArchive> {
  const readTimes = async (table: WeekTable) => {
    const rows = await listWeeks(db, table, leagueId, season)
    return new Map(rows.map(({ week, fetched_at }) => [week, new Date(fetched_at)]))
  }
  const draft = await archiveReader(db).findDraft(leagueId, season)
  const stored = await findSeason(db, leagueId, season)
  const lineupPoints = await db
    .selectFrom('lineups')
    .select(['team_id as teamId', 'week', 'points'])
    .$narrowType<{ points: Points }>()
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .execute()
  return {
    hasDraft: draft?.isComplete === true,
    weeks: storedWeeks(await readTimes('lineup_weeks'), await readTimes('transaction_weeks')),
    scores: stored === null ? [] : weeklyScoresOf(stored),
    lineupPoints,
    previousProgress: stored?.progress ?? null,
  }
}

/**
 * If the stored part is more complete, changes nothing and returns the reason. The transaction must hold the lock of
 * the league. The season does not have to be stored. If it has games, it has the depth `box scores` once lineups are
 * stored.
 */
export async function savePart(
  transaction: DbTransaction,
  leagueId: number,
  part: ArchivePart,
  responses: readonly CompressedResponse[],
): Promise<ArchivePartRejectionReason | null> {
  const reason = await findPartRejection(transaction, leagueId, part)
  if (reason !== null) return reason
  await writePart(transaction, leagueId, part, toPartSource(responses))
  await savePartResponses(transaction, leagueId, part, responses)
  return null
}

/** The stored parts of a season's archive. The week of a draft is 0. */
export async function listStoredParts(
  db: Db,
  leagueId: number,
  season: number,
): Promise<{ name: ArchivePartName; week: number }[]> {
  const lineups = await listWeeks(db, 'lineup_weeks', leagueId, season)
  const transactions = await listWeeks(db, 'transaction_weeks', leagueId, season)
  const draft = await archiveReader(db).findDraft(leagueId, season)
  return [
    ...lineups.map(({ week }) => ({ name: 'line-ups' as const, week })),
    ...(draft === null ? [] : [{ name: 'draft' as const, week: 0 }]),
    ...transactions.map(({ week }) => ({ name: 'transactions' as const, week })),
  ]
}

type WeekTable = 'lineup_weeks' | 'transaction_weeks'

function listWeeks(db: Db, table: WeekTable, leagueId: number, season: number) {
  return db
    .selectFrom(table)
    .select(['week', 'fetched_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .orderBy('week')
    .execute()
}

/** Why a part would not replace the stored one; null if it would. */
export async function findPartRejection(
  transaction: Db,
  leagueId: number,
  part: ArchivePart,
): Promise<ArchivePartRejectionReason | null> {
  const archive = archiveReader(transaction)
  switch (part.name) {
    case 'line-ups': {
      const { season, week, lineups } = part.week
      return lineupsRejectionReason(await archive.listLineups(leagueId, season, week), lineups)
    }
    case 'draft':
      return draftRejectionReason(await archive.findDraft(leagueId, part.draft.season), part.draft)
    case 'transactions': {
      const { season, week, transactions } = part.week
      const [stored] = await archive.listTransactionWeeks(leagueId, season, week)
      return transactionsRejectionReason(stored?.transactions ?? [], transactions)
    }
  }
}

async function savePartResponses(
  transaction: DbTransaction,
  leagueId: number,
  part: ArchivePart,
  responses: readonly CompressedResponse[],
): Promise<void> {
  const { season, week } = part.name === 'draft' ? { season: part.draft.season, week: 0 } : part.week
  const key = { league_id: leagueId, season }
  const stored = await saveResponses(transaction, key, responses)
  await transaction
    .deleteFrom('archive_responses')
    .where((eb) => eb.and({ league_id: leagueId, season, part: part.name, week }))
    .execute()
  await transaction
    .insertInto('archive_responses')
    .values(stored.map(({ id }, position) => ({ ...key, part: part.name, week, position, answer_id: id })))
    .execute()
  await deleteSuperseded(transaction, key, stored)
}

/** Replaces a part of an archive unconditionally, without its responses. */
export async function writePart(
  transaction: DbTransaction,
  leagueId: number,
  part: ArchivePart,
  source: PartSource,
): Promise<void> {
  switch (part.name) {
    case 'line-ups':
      return writeWeek(transaction, leagueId, part.week, source)
    case 'draft':
      return writeDraft(transaction, leagueId, part.draft, source)
    case 'transactions':
      return writeTransactions(transaction, leagueId, part.week, source)
  }
}

async function writeWeek(
  transaction: DbTransaction,
  leagueId: number,
  { season, week, lineups, findings }: WeekLineups,
  source: PartSource,
): Promise<void> {
  const key = { league_id: leagueId, season, week }
  // Also deletes the lineups of the week.
  await transaction
    .deleteFrom('lineup_weeks')
    .where((eb) => eb.and({ league_id: leagueId, season, week }))
    .execute()
  await transaction
    .insertInto('lineup_weeks')
    .values({ ...key, findings: JSON.stringify(findings), fetched_at: source.receivedAt.getTime() })
    .execute()
  if (lineups.length === 0) return
  const rows = lineups.map((lineup) => ({ ...key, ...lineupRow(lineup) }))
  await insertInBatches(rows, (batch) => transaction.insertInto('lineups').values(batch).execute())
  // A season with only final standings keeps its depth, because it has no games that lineups could explain.
  await transaction
    .updateTable('seasons')
    .set({ depth: 'box scores' })
    .where((eb) => eb.and({ league_id: leagueId, season, depth: 'scores' }))
    .execute()
  await savePlayers(transaction, { season, week, lineups }, source)
}

async function writeDraft(
  transaction: DbTransaction,
  leagueId: number,
  { season, isComplete, kind, picks }: Draft,
  source: PartSource,
): Promise<void> {
  const values = {
    is_complete: isComplete ? 1 : 0,
    kind,
    picks: JSON.stringify(picks),
    fetched_at: source.receivedAt.getTime(),
  }
  await upsert(transaction, 'drafts', { league_id: leagueId, season }, values)
  await addDraftedPlayers(transaction, picks)
}

async function writeTransactions(
  transaction: DbTransaction,
  leagueId: number,
  { season, week, transactions, players = [], findings = [] }: WeekTransactions,
  source: PartSource,
): Promise<void> {
  const values = {
    transactions: JSON.stringify(transactions),
    findings: JSON.stringify(findings),
    fetched_at: source.receivedAt.getTime(),
  }
  await upsert(transaction, 'transaction_weeks', { league_id: leagueId, season, week }, values)
  await addPlayers(transaction, players)
}

/**
 * All leagues share these rows. Data of a later week, or of another league for the same week, is not overwritten.
 * Uploaded lineups only add players that are not known yet.
 */
export async function savePlayers(
  transaction: DbTransaction,
  { season, week, lineups }: Pick<WeekLineups, 'season' | 'week' | 'lineups'>,
  { isFetched }: Pick<PartSource, 'isFetched'>,
): Promise<void> {
  const seen = isFetched ? { season, week } : { season: 0, week: 0 }
  // The name of a player that the provider does not describe is a placeholder with the id.
  const entries = lineups
    .flatMap((lineup) => lineup.entries)
    .filter(({ name, playerId }) => name !== fallbackPlayerName(playerId))
  const rows = new Map(entries.map((entry) => [entry.playerId, playerRow(entry, seen)]))
  await insertInBatches([...rows.values()].sort(byId), (batch) => upsertPlayers(transaction, batch, seen))
}

/** Players are stored in the order of their IDs, so that concurrent refreshes of two leagues cannot deadlock. */
const byId = (a: Database['players'], b: Database['players']) => a.espn_id - b.espn_id

async function upsertPlayers(
  transaction: DbTransaction,
  rows: readonly Database['players'][],
  seen: SeasonWeek,
): Promise<void> {
  const ids = rows.map((row) => row.espn_id)
  const known = await transaction
    .selectFrom('players')
    .select(['espn_id', 'season', 'week'])
    .where('espn_id', 'in', ids)
    .execute()
  const isCurrent = ({ season, week }: SeasonWeek) =>
    season > seen.season || (season === seen.season && week >= seen.week)
  const current = new Set(known.filter(isCurrent).map((row) => row.espn_id))
  const newer = rows.filter((row) => !current.has(row.espn_id))
  if (newer.length === 0) return
  await transaction
    .insertInto('players')
    .values(newer)
    .onConflict((conflict) =>
      conflict
        .column('espn_id')
        .doUpdateSet(excluded('name', 'name_key', 'position', 'nfl_team_id', 'season', 'week'))
        // Another league may have updated a player since the rows were read.
        .where((eb) =>
          eb.or([
            eb('players.season', '<', eb.ref('excluded.season')),
            eb.and([
              eb('players.season', '=', eb.ref('excluded.season')),
              eb('players.week', '<', eb.ref('excluded.week')),
            ]),
          ]),
        ),
    )
    .execute()
}

/** Stores players that are not stored yet. Lineups that describe them later replace what is saved here. */
export async function addPlayers(db: Db, players: readonly NflPlayer[]): Promise<void> {
  const rows = players.map((player) => playerRow(player, { season: 0, week: 0 }))
  await insertInBatches(rows.sort(byId), (batch) =>
    db
      .insertInto('players')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Stores the players of a draft that describes them, if they are not stored yet. Not all of them get into a lineup. */
export function addDraftedPlayers(db: Db, picks: readonly DraftPick[]): Promise<void> {
  const described = picks.flatMap(({ playerId, player }) =>
    player === undefined ? [] : [{ playerId, ...player }],
  )
  return addPlayers(db, described)
}

type SeasonWeek = { season: number; week: number }

function playerRow(entry: NflPlayer, { season, week }: SeasonWeek): Database['players'] {
  return {
    espn_id: entry.playerId,
    name: entry.name,
    name_key: normalizePlayerName(entry.name),
    position: entry.position,
    nfl_team_id: entry.nflTeamId,
    season,
    week,
  }
}
