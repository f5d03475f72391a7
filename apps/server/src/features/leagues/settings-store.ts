import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'

export type StoredSettings = {
  name: string
  seasonNote: string | null
  hasBetslip: boolean
  hidesPicks: boolean
  hasRecap: boolean
  sheetId: string | null
  sheetGid: string | null
}

export type SettingsResult =
  | { kind: 'saved'; settings: StoredSettings }
  | { kind: 'league_not_found' | 'league_name_taken' }

export interface SettingsStore {
  /** null if the league does not exist. */
  get(leagueId: number): Promise<StoredSettings | null>
  /** Applies the given changes and returns all settings. */
  save(leagueId: number, changes: Partial<StoredSettings>, actor: Actor, now: Date): Promise<SettingsResult>
  /** Deletes a league and all its data except the audit log. Its files are removed later. */
  delete(league: { id: number; name: string }, actor: Actor, now: Date): Promise<void>
}

export function settingsStore(db: Db): SettingsStore {
  return {
    get: (leagueId) => readSettings(db, leagueId),

    async save(leagueId, changes, actor, now) {
      try {
        return await inTransaction(db, async (transaction) => {
          await lockLeague(transaction, leagueId)
          const before = await readSettings(transaction, leagueId)
          if (before === null) return { kind: 'league_not_found' }
          const after = { ...before, ...changes }
          const detail = changedSettings(before, after)
          if (Object.keys(detail).length === 0) return { kind: 'saved', settings: after }
          await transaction.updateTable('leagues').set(toRow(after)).where('id', '=', leagueId).execute()
          await recordAuditEntry(transaction, {
            at: now,
            actor,
            action: 'league.settings',
            leagueId,
            detail,
          })
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

async function readSettings(db: Pick<Db, 'selectFrom'>, leagueId: number): Promise<StoredSettings | null> {
  const row = await db
    .selectFrom('leagues')
    .select(['name', 'season_note', 'has_betslip', 'hides_picks', 'has_recap', 'sheet_id', 'sheet_gid'])
    .where('id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    name: row.name,
    seasonNote: row.season_note,
    hasBetslip: row.has_betslip === 1,
    hidesPicks: row.hides_picks === 1,
    hasRecap: row.has_recap === 1,
    sheetId: row.sheet_id,
    sheetGid: row.sheet_gid,
  }
}

function toRow(settings: StoredSettings) {
  return {
    name: settings.name,
    name_key: normalizeName(settings.name),
    season_note: settings.seasonNote,
    has_betslip: settings.hasBetslip ? 1 : 0,
    hides_picks: settings.hidesPicks ? 1 : 0,
    has_recap: settings.hasRecap ? 1 : 0,
    sheet_id: settings.sheetId,
    sheet_gid: settings.sheetGid,
  }
}

/** The changed settings with their new values, plus the previous league name if it changed. */
function changedSettings(before: StoredSettings, after: StoredSettings) {
  const names = (Object.keys(after) as (keyof StoredSettings)[]).filter(
    (name) => before[name] !== after[name],
  )
  const changed = Object.fromEntries(names.map((name) => [name, after[name]]))
  return names.includes('name') ? { ...changed, was: before.name } : changed
}
