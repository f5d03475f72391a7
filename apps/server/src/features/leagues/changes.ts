import type { LeagueSettings } from '@fieldhouse/contract/leagues/settings'
import type { PickHiding } from '@fieldhouse/domain/betslip/betting-week'
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
import type { Database } from '../../database/schema/schema.ts'
import { findLastChange } from '../../repositories/audit/last-change.ts'
import { listSources, saveSources } from '../../repositories/leagues/league-sources.ts'
import { HIDING_COLUMNS, toHidingRow, toPickHiding } from '../../repositories/leagues/pick-hiding.ts'
import { formatRecapSections, parseRecapSections } from '../../repositories/recaps/stored-recap.ts'

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
type ComparedSetting = 'name' | 'seasonNote' | 'sheetId' | 'sheetGid' | 'espnLeagueId'

export type SettingsChange = Partial<Omit<StoredSettings, 'hiding'>> & {
  hidesPicks?: boolean
  /** What the editor has read. Nothing is saved if somebody else has changed one of the given settings since. */
  expected?: Edit<ComparedSetting>['expected']
  /** Whether a new ESPN league ID may delete the seasons that are stored from ESPN. */
  deletesEspnSeasons?: boolean
}

/** Changes the ID of the newest ESPN source. */
export async function changeEspnLeague(
  transaction: Transaction<Database>,
  leagueId: number,
  espnLeagueId: string,
): Promise<void> {
  const sources = await listSources(transaction, leagueId)
  const newest = newestSource(sources.filter(({ provider }) => provider === 'espn'))
  const changed = sources.map((each) => (each === newest ? { ...each, leagueId: espnLeagueId } : each))
  await saveSources(transaction, leagueId, changed)
}

const SETTING_FIELDS = {
  name: 'name',
  seasonNote: 'season_note',
  sheetId: 'google_sheet_id',
  sheetGid: 'google_sheet_gid',
  espnLeagueId: 'espn_league_id',
} as const satisfies Record<ComparedSetting, keyof LeagueSettings>

/** The settings that somebody else has changed, with their stored values, by field of the response; null without any. */
export async function findNewer(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
  { name, seasonNote, sheetId, sheetGid, espnLeagueId }: StoredSettings,
  edit: Edit<ComparedSetting>,
): Promise<EditConflicts | null> {
  const stored = { name, seasonNote, sheetId, sheetGid, espnLeagueId }
  const newer: EditConflicts = {}
  for (const setting of findConflictingFields(stored, edit)) {
    const value = stored[setting]
    const [action, field] =
      setting === 'espnLeagueId'
        ? (['league.espn-id', 'to'] as const)
        : (['league.settings', setting] as const)
    const change = await findLastChange(db, leagueId, action, (detail) => detail[field] === value)
    newer[SETTING_FIELDS[setting]] = { value: value ?? '', ...change }
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

export function toRow(settings: StoredSettings) {
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
export function changedSettings(before: StoredSettings, after: StoredSettings) {
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
