import { changeHiding, type PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import { type LeagueSource, newestSource } from '@fieldhouse/domain/league/league-sources'
import { normalizeName } from '@fieldhouse/domain/names'
import type { RecapSection } from '@fieldhouse/domain/recap/recap-document'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { recordEvent } from '../../repositories/events/league-events.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { listSources, saveSources } from '../../repositories/leagues/league-sources.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { addMember } from '../../repositories/leagues/memberships.ts'
import { HIDING_COLUMNS, toHidingRow, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { formatRecapSections, parseRecapSections } from '../../repositories/recaps/stored-recap.ts'
import { deleteEspnData, listEspnSeasons } from '../../repositories/seasons/season-store.ts'

export type NewLeague = {
  name: string
  source: Pick<LeagueSource, 'provider' | 'leagueId'>
  sheetId: string | null
  sheetGid: string | null
  hasBetslip: boolean
}

export type StoredSettings = {
  name: string
  seasonNote: string | null
  hasBetslip: boolean
  hiding: PickHiding
  hasRecap: boolean
  recapSections: readonly RecapSection[]
  sheetId: string | null
  sheetGid: string | null
  espnLeagueId: number | null
}

/** The settings that two people can give different values at the same time. */
export type ComparedSetting = 'name' | 'seasonNote' | 'sheetId' | 'sheetGid' | 'espnLeagueId'

export type SettingsResult =
  | { kind: 'saved'; settings: StoredSettings }
  | { kind: 'league_not_found' | 'league_name_taken' }
  /** The ESPN league ID of a league without an ESPN source was to change. */
  | { kind: 'source_not_found' }
  /** The ESPN league ID was to change. Seasons that are stored from the current one, oldest first. */
  | { kind: 'espn_seasons_stored'; espnLeagueId: number; seasons: number[] }
  | { kind: 'edit_conflict'; newer: EditConflicts<ComparedSetting> }
  | { kind: 'job_running'; job: RunningLeagueJob }

export type SettingsChange = Partial<Omit<StoredSettings, 'hiding'>> & {
  hidesPicks?: boolean
  /** What the editor has read. Nothing is saved if somebody else has changed one of the given settings since. */
  expected?: Edit<ComparedSetting>['expected']
  /** Whether a new ESPN league may be read with the server's cookies, if the league could be before. */
  keepsServerCookies?: boolean
  /** Whether a new ESPN league ID may delete the seasons that are stored from ESPN. */
  deletesEspnSeasons?: boolean
}

/**
 * Creates a league and makes its creator the admin. Returns false if the name is taken. The server's cookies are for the
 * leagues of site admins.
 */
export function insertLeague(
  db: Db,
  { name, source, sheetId, sheetGid, hasBetslip }: NewLeague,
  creator: Actor & { isAdmin: boolean },
  now: Date,
): Promise<boolean> {
  return orIfNameTaken(false, () =>
    inTransaction(db, async (transaction) => {
      const { id } = await transaction
        .insertInto('leagues')
        .values({
          name,
          name_key: normalizeName(name),
          espn_league_id: 0,
          sheet_id: sheetId,
          sheet_gid: sheetGid,
          has_betslip: hasBetslip ? 1 : 0,
          may_use_server_cookies: creator.isAdmin ? 1 : 0,
          created_at: now.getTime(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await saveSources(transaction, id, [{ ...source, firstSeason: null, lastSeason: null }])
      await addMember(transaction, id, creator.userId, 'admin', now)
      const { provider, leagueId } = source
      const detail =
        provider === 'espn'
          ? { name, espn_league_id: Number(leagueId) }
          : { name, provider, league_id: leagueId }
      const audit = { at: now, actor: creator, leagueId: id }
      await recordAuditEntry(transaction, { ...audit, action: 'league.create', detail })
      return true
    }),
  )
}

/**
 * Applies the given changes and returns all settings. The ESPN league ID stays while a refresh or backfill reads the
 * league, and while seasons of another league would remain.
 */
export function saveSettings(
  db: Db,
  leagueId: number,
  {
    deletesEspnSeasons = false,
    keepsServerCookies = false,
    hidesPicks,
    expected,
    ...changes
  }: SettingsChange,
  actor: Actor,
  now: Date,
): Promise<SettingsResult> {
  return orIfNameTaken<SettingsResult>({ kind: 'league_name_taken' }, () =>
    inTransaction(db, async (transaction): Promise<SettingsResult> => {
      await lockLeague(transaction, leagueId)
      const before = await selectSettings(transaction, leagueId)
      if (before === null) return { kind: 'league_not_found' }
      const newer = await findNewer(transaction, leagueId, before, { saved: changes, expected })
      if (newer !== null) return { kind: 'edit_conflict', newer }
      const hiding = changeHiding(before.hiding, hidesPicks ?? before.hiding.hidesPicks, now)
      const after = { ...before, ...changes, hiding }
      const audit = { at: now, actor, leagueId }
      if (after.espnLeagueId !== before.espnLeagueId) {
        const { espnLeagueId } = before
        if (espnLeagueId === null) return { kind: 'source_not_found' }
        const job = await blockRefreshes(transaction, leagueId)
        if (job !== null) return { kind: 'job_running', job }
        const seasons = await listEspnSeasons(transaction, leagueId)
        if (seasons.length > 0 && !deletesEspnSeasons)
          return { kind: 'espn_seasons_stored', espnLeagueId, seasons }
        await deleteEspnData(transaction, leagueId, seasons)
        await changeEspnLeague(transaction, leagueId, String(after.espnLeagueId))
        await recordEvent(transaction, leagueId, { name: 'history', data: { change: 'seasons' } }, now)
        if (!keepsServerCookies)
          await transaction
            .updateTable('leagues')
            .set({ may_use_server_cookies: 0 })
            .where('id', '=', leagueId)
            .execute()
        const detail = { from: espnLeagueId, to: after.espnLeagueId, deleted: seasons.join(', ') }
        await recordAuditEntry(transaction, { ...audit, action: 'league.espn-id', detail })
      }
      await transaction.updateTable('leagues').set(toRow(after)).where('id', '=', leagueId).execute()
      const detail = changedSettings(before, after)
      if (Object.keys(detail).length > 0)
        await recordAuditEntry(transaction, { ...audit, action: 'league.settings', detail })
      return { kind: 'saved', settings: after }
    }),
  )
}

/** Deletes a league and all its data except the audit log. Its files are removed later. */
export async function removeLeague(
  db: Db,
  { id, name }: { id: number; name: string },
  actor: Actor,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockLeague(transaction, id)
    await transaction.deleteFrom('leagues').where('id', '=', id).execute()
    const entry = { at: now, actor, action: 'league.delete', leagueId: id, detail: { name } } as const
    await recordAuditEntry(transaction, entry)
  })
}

async function orIfNameTaken<Result>(taken: Result, save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) return taken
    throw error
  }
}

/** Changes the ID of the newest ESPN source. */
async function changeEspnLeague(
  transaction: Transaction<Database>,
  leagueId: number,
  espnLeagueId: string,
): Promise<void> {
  const sources = await listSources(transaction, leagueId)
  const newest = newestSource(sources.filter(({ provider }) => provider === 'espn'))
  const changed = sources.map((each) => (each === newest ? { ...each, leagueId: espnLeagueId } : each))
  await saveSources(transaction, leagueId, changed)
}

/** The settings that somebody else has changed, with their stored values; null if there are none. */
async function findNewer(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
  { name, seasonNote, sheetId, sheetGid, espnLeagueId }: StoredSettings,
  edit: Edit<ComparedSetting>,
): Promise<EditConflicts<ComparedSetting> | null> {
  const stored = { name, seasonNote, sheetId, sheetGid, espnLeagueId }
  const newer: EditConflicts<ComparedSetting> = {}
  for (const setting of findConflictingFields(stored, edit)) {
    const value = stored[setting]
    const [action, field] =
      setting === 'espnLeagueId'
        ? (['league.espn-id', 'to'] as const)
        : (['league.settings', setting] as const)
    const change = await findLastChange(db, leagueId, action, (detail) => detail[field] === value)
    newer[setting] = { value, ...change }
  }
  return Object.keys(newer).length === 0 ? null : newer
}

/** null if the league does not exist. */
export async function selectSettings(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
): Promise<StoredSettings | null> {
  const row = await db
    .selectFrom('leagues')
    .select(['name', 'season_note', 'has_betslip', 'has_recap', 'recap_sections'])
    .select(['sheet_id', 'sheet_gid', 'espn_league_id'])
    .select(HIDING_COLUMNS)
    .where('id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    name: row.name,
    seasonNote: row.season_note,
    hasBetslip: row.has_betslip === 1,
    hiding: toPickHiding(row),
    hasRecap: row.has_recap === 1,
    recapSections: parseRecapSections(row.recap_sections),
    sheetId: row.sheet_id,
    sheetGid: row.sheet_gid,
    espnLeagueId: row.espn_league_id || null,
  }
}

function toRow(settings: StoredSettings) {
  return {
    name: settings.name,
    name_key: normalizeName(settings.name),
    season_note: settings.seasonNote,
    has_betslip: settings.hasBetslip ? 1 : 0,
    ...toHidingRow(settings.hiding),
    has_recap: settings.hasRecap ? 1 : 0,
    recap_sections: formatRecapSections(settings.recapSections),
    sheet_id: settings.sheetId,
    sheet_gid: settings.sheetGid,
    espn_league_id: settings.espnLeagueId ?? 0,
  }
}

/**
 * The changed settings with their new values, plus the previous league name if it changed. The ESPN league ID has its
 * own audit entry.
 */
function changedSettings(before: StoredSettings, after: StoredSettings) {
  const previous = toAuditDetail(before)
  const changed = Object.entries(toAuditDetail(after)).filter(([name, value]) => value !== previous[name])
  const detail = Object.fromEntries(changed)
  return 'name' in detail ? { ...detail, was: before.name } : detail
}

function toAuditDetail(settings: StoredSettings): Record<string, string | boolean | null> {
  const { name, seasonNote, hasBetslip, hiding, hasRecap, sheetId, sheetGid } = settings
  const recapSections = formatRecapSections(settings.recapSections) ?? 'all'
  const { hidesPicks } = hiding
  return { name, seasonNote, hasBetslip, hidesPicks, hasRecap, recapSections, sheetId, sheetGid }
}
