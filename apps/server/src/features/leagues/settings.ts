import * as contract from '@fieldhouse/contract/leagues/settings'
import { changeHiding, type PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import {
  type Edit,
  type EditConflicts,
  findConflictingFields,
} from '@fieldhouse/domain/league/edit-conflicts'
import { newestSource } from '@fieldhouse/domain/league/league-sources'
import { normalizeName } from '@fieldhouse/domain/names'
import { RECAP_SECTIONS, type RecapSection } from '@fieldhouse/domain/recap/recap-document'
import type { z } from 'zod'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { requireNoRefresh } from '../../ingestion/fetch-league.ts'
import { parseLeagueName } from '../../ingestion/league-fields.ts'
import { findLastChange } from '../../repositories/audit.ts'
import { changeLeague, recordEvent } from '../../repositories/change-league.ts'
import { listSources, saveSources } from '../../repositories/league-sources.ts'
import { HIDING_COLUMNS, toHidingRow, toPickHiding } from '../../repositories/picks.ts'
import { deleteEspnData, listEspnSeasons } from '../../repositories/season-store.ts'
import { formatRecapSections, parseRecapSections } from '../../repositories/weekly-results.ts'
import { parseEspnLeagueId, parseSheetFields } from './leagues.ts'
import { members } from './members.ts'

type Body = z.output<(typeof contract.saveLeagueSettings)['schema']['body']>

export const leagueSettings = [
  operation(contract.getLeagueSettings, async ({ ctx, league }) => {
    const settings = orThrow(await selectSettings(ctx.db, league.id), 'league_not_found')
    return presentSettings(settings, ctx.now())
  }),

  /**
   * The ESPN league ID stays while a refresh or backfill reads the league, and while seasons of another league would
   * remain.
   */
  operation(contract.saveLeagueSettings, async (call) => {
    const { ctx, league, user, body } = call
    const { deletesEspnSeasons = false, hidesPicks, expected, ...changes } = toChanges(body)
    try {
      return await changeLeague(call, async ({ transaction, now, audit }) => {
        const before = orThrow(await selectSettings(transaction, league.id), 'league_not_found')
        const newer = await findNewer(transaction, league.id, before, { saved: changes, expected })
        if (newer !== null) throw new ApiError('edit_conflict', { newer })
        const hiding = changeHiding(before.hiding, hidesPicks ?? before.hiding.hidesPicks, now)
        const after = { ...before, ...changes, hiding }
        if (after.espnLeagueId !== before.espnLeagueId) {
          const { espnLeagueId } = before
          if (espnLeagueId === null) throw new ApiError('source_not_found')
          await requireNoRefresh(transaction, league.id, now)
          const seasons = await listEspnSeasons(transaction, league.id)
          if (seasons.length > 0 && !deletesEspnSeasons)
            throw new ApiError('espn_seasons_stored', { message: espnSeasonsMessage(espnLeagueId, seasons) })
          await deleteEspnData(transaction, league.id, seasons)
          await changeEspnLeague(transaction, league.id, String(after.espnLeagueId))
          await recordEvent(transaction, league.id, { name: 'history', data: { change: 'seasons' } }, now)
          // A new ESPN league may be read with the server's cookies only if a site admin has chosen it.
          if (!user.isAdmin)
            await transaction
              .updateTable('leagues')
              .set({ may_use_server_cookies: 0 })
              .where('id', '=', league.id)
              .execute()
          const deleted = seasons.join(', ')
          await audit('league.espn-id', { from: espnLeagueId, to: after.espnLeagueId, deleted })
        }
        await transaction.updateTable('leagues').set(toRow(after)).where('id', '=', league.id).execute()
        const detail = changedSettings(before, after)
        if (Object.keys(detail).length > 0) await audit('league.settings', detail)
        return {
          message: `Settings saved for ${after.name}.`,
          settings: presentSettings(after, ctx.now()),
        }
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new ApiError('league_name_taken') : error
    }
  }),

  ...members,

  /** Deletes all data of the league except the audit log. Its files are removed later. */
  operation(contract.deleteLeague, async (call) => {
    const { id, name } = call.league
    if (call.body.name !== name)
      throw new ApiError('name_not_confirmed', { fields: { name: `Type ${name} exactly as shown.` } })
    await changeLeague(call, async ({ transaction, audit }) => {
      await transaction.deleteFrom('leagues').where('id', '=', id).execute()
      await audit('league.delete', { name })
    })
    return { message: `League ${name} deleted.` }
  }),
]

/** An empty text stands for none. */
function presentSettings(settings: StoredSettings, now: Date): contract.LeagueSettings {
  const { hiding, seasonNote, recapSections, sheetId, sheetGid, ...rest } = settings
  const { hidesPicks, changesAt } = hiding
  return {
    ...toWire(rest),
    season_note: seasonNote ?? '',
    hides_picks: hidesPicks,
    hides_picks_from: changesAt !== null && now < changesAt ? changesAt.toISOString() : null,
    recap_sections: [...recapSections],
    google_sheet_id: sheetId ?? '',
    google_sheet_gid: sheetGid ?? '',
  }
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

function espnSeasonsMessage(espnLeagueId: number, seasons: readonly number[]): string {
  const [verb, noun, them] = seasons.length === 1 ? ['is', 'season', 'it'] : ['are', 'seasons', 'them']
  return `The ${LIST_FORMAT.format(seasons.map(String))} ${noun} of ESPN league ${espnLeagueId} ${verb} stored. Changing the ID deletes ${them}.`
}

function toChanges(body: Body): SettingsChange {
  const { name, season_note: note, recap_sections: sections, google_sheet_id: sheet, expected } = body
  return withoutUndefined({
    name: name === undefined ? undefined : parseLeagueName(name),
    seasonNote: note === '' ? null : note,
    hasBetslip: body.has_betslip,
    hidesPicks: body.hides_picks,
    hasRecap: body.has_recap,
    recapSections: sections && RECAP_SECTIONS.filter((section) => sections.includes(section)),
    ...(sheet === undefined ? {} : sheetChange(sheet, body.google_sheet_gid ?? '')),
    espnLeagueId: body.espn_league_id === undefined ? undefined : parseEspnLeagueId(body.espn_league_id),
    deletesEspnSeasons: body.deletes_espn_seasons,
    expected: expected && toExpected(expected),
  })
}

function toExpected(expected: NonNullable<Body['expected']>): NonNullable<SettingsChange['expected']> {
  const orNull = (field: keyof typeof expected) => (expected[field] === '' ? null : expected[field])
  return {
    name: expected.name,
    seasonNote: orNull('season_note'),
    sheetId: orNull('google_sheet_id'),
    sheetGid: orNull('google_sheet_gid'),
    espnLeagueId: expected.espn_league_id,
  }
}

/** The sheet and its tab change together: clearing the sheet also clears the tab. */
function sheetChange(sheet: string, gid: string): Pick<StoredSettings, 'sheetId' | 'sheetGid'> {
  const parsed = parseSheetFields(sheet, gid)
  return { sheetId: parsed.sheetId, sheetGid: parsed.sheetId === null ? null : parsed.sheetGid }
}

function withoutUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Value]?: Exclude<Value[Name], undefined> }
}

type StoredSettings = {
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

type ComparedSetting = 'name' | 'seasonNote' | 'sheetId' | 'sheetGid' | 'espnLeagueId'

type SettingsChange = Partial<Omit<StoredSettings, 'hiding'>> & {
  hidesPicks?: boolean
  /** What the editor has read. Nothing is saved if somebody else has changed one of the given settings since. */
  expected?: Edit<ComparedSetting>['expected']
  deletesEspnSeasons?: boolean
}

/** Changes the ID of the newest ESPN source. */
async function changeEspnLeague(transaction: DbTransaction, leagueId: number, espnLeagueId: string) {
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
} as const satisfies Record<ComparedSetting, keyof contract.LeagueSettings>

async function findNewer(
  db: Db,
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

async function selectSettings(db: Db, leagueId: number): Promise<StoredSettings | null> {
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

/** With the previous league name if it changed. The ESPN league ID has its own audit entry. */
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
