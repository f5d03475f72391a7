import { changeHiding, type PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import { newestSource } from '@fieldhouse/domain/league/league-sources'
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
import { HIDING_COLUMNS, toHidingRow, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { formatRecapSections, parseRecapSections } from '../../repositories/recaps/stored-recap.ts'
import { deleteEspnData, listEspnSeasons } from '../../repositories/seasons/season-store.ts'

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

export interface SettingsStore {
  /** null if the league does not exist. */
  get(leagueId: number): Promise<StoredSettings | null>
  /**
   * Applies the given changes and returns all settings. The ESPN league ID stays while a refresh or backfill reads
   * the league, and while seasons of another league would remain.
   */
  save(leagueId: number, changes: SettingsChange, actor: Actor, now: Date): Promise<SettingsResult>
  /** Deletes a league and all its data except the audit log. Its files are removed later. */
  delete(league: { id: number; name: string }, actor: Actor, now: Date): Promise<void>
}

export function settingsStore(db: Db): SettingsStore {
  return {
    get: (leagueId) => readSettings(db, leagueId),

    async save(
      leagueId,
      { deletesEspnSeasons = false, keepsServerCookies = false, hidesPicks, expected, ...changes },
      actor,
      now,
    ) {
      try {
        return await inTransaction(db, async (transaction) => {
          await lockLeague(transaction, leagueId)
          const before = await readSettings(transaction, leagueId)
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
        })
      } catch (error) {
        if (isUniqueViolation(error)) return { kind: 'league_name_taken' }
        throw error
      }
    },

    async delete(league, actor, now) {
      await inTransaction(db, async (transaction) => {
        await lockLeague(transaction, league.id)
        await transaction.deleteFrom('leagues').where('id', '=', league.id).execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.delete',
          leagueId: league.id,
          detail: { name: league.name },
        })
      })
    },
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
    const change =
      setting === 'espnLeagueId'
        ? await findLastChange(db, leagueId, 'league.espn-id', ({ to }) => to === espnLeagueId)
        : await findLastChange(
            db,
            leagueId,
            'league.settings',
            (detail) => detail[setting] === stored[setting],
          )
    newer[setting] = { value: stored[setting], ...change }
  }
  return Object.keys(newer).length === 0 ? null : newer
}

async function readSettings(db: Pick<Db, 'selectFrom'>, leagueId: number): Promise<StoredSettings | null> {
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
  const { name, seasonNote, hasBetslip, hasRecap, sheetId, sheetGid, hiding } = settings
  const recapSections = formatRecapSections(settings.recapSections) ?? 'all'
  return {
    name,
    seasonNote,
    hasBetslip,
    hidesPicks: hiding.hidesPicks,
    hasRecap,
    recapSections,
    sheetId,
    sheetGid,
  }
}
