import { refreshBets } from '@fieldhouse/contract/betslip'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import { parsePicksSheet } from '@fieldhouse/domain/betslip/picks-sheet'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyBaseLogger } from 'fastify'
import { currentUser } from '../../auth/access.ts'
import { ApiError, type ApiErrorOptions } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { SheetError, type SheetSource } from '../../providers/sheets/sheet-source.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { ImportStore, SheetImportResult } from './import-store.ts'
import type { OwnerStore } from './owner-store.ts'
import { requireBetslipLeague, resolveRequestedWeek } from './requests.ts'
import type { LeagueSheet, PickStore } from './store.ts'

export type SheetRefreshOptions = {
  store: PickStore
  imports: ImportStore
  owners: OwnerStore
  seasons: SeasonReader
  /** null when Google Sheets import is disabled. */
  sheets: SheetSource | null
  log: FastifyBaseLogger
  now: () => Date
}

export const sheetRefreshRoutes: Routes<SheetRefreshOptions> = (app, options) => {
  const { store, imports, owners, seasons, log } = options

  app.route({
    ...refreshBets,
    async handler(request) {
      const { id } = requireBetslipLeague(request)
      await request.confirmRights()
      const { sheet: leagueSheet } = await store.getSettings(id)
      if (leagueSheet === null) throw new ApiError('no_sheet')
      const rows = await readSheetRows(leagueSheet)
      const now = options.now()
      const { season } = await resolveRequestedWeek(request.body, { seasons, leagueId: id, now })
      const picksSheet = parsePicksSheet(rows, season)
      if (picksSheet === null) {
        throw new ApiError('sheet_unreadable', {
          message:
            "The sheet's column headers weren't recognized. Name the columns week, owner, and pick, or use owner followed by a column for each week, such as W1.",
        })
      }
      // Team assignments apply to the newest season, even when the picks belong to an earlier one.
      const leagueOwners = await owners.listOwnersWithTeams(id, await seasons.getCurrentSeason(id, now))
      const result = await imports.importSheet({
        leagueId: id,
        sheet: picksSheet,
        find: (text) => leagueOwners.find(text),
        includesLockedWeeks: request.body.locked_weeks ?? false,
        actor: currentUser(request),
        now,
      })
      return { message: importMessage(result), ...presentImport(result) }
    },
  })

  async function readSheetRows(sheet: LeagueSheet): Promise<string[][]> {
    if (options.sheets === null) {
      throw new ApiError('sheet_unreadable', { message: 'Google Sheets import is turned off on this site.' })
    }
    try {
      return await options.sheets.readRows(sheet)
    } catch (error) {
      if (!(error instanceof SheetError)) throw error
      log.warn({ err: error, failure: error.failure }, 'failed to read picks sheet')
      const [code, errorOptions] = SHEET_ERRORS[error.failure]
      throw new ApiError(code, { ...errorOptions, cause: error })
    }
  }
}

function presentImport({ changed, unchanged, kept, skipped, locked, hidden }: SheetImportResult) {
  return {
    imported: changed.length,
    unchanged: unchanged.length,
    kept: kept.map(({ owner, season, week }) => ({ owner: owner.name, season, week })),
    skipped,
    locked,
    hidden,
  }
}

/** The errors that tell the admin what to do about a sheet. */
const SHEET_ERRORS: Record<SheetError['failure'], [code: ErrorCode, options: ApiErrorOptions]> = {
  private: ['sheet_private', {}],
  missing: ['sheet_missing', {}],
  no_tab: [
    'sheet_unreadable',
    { message: "The sheet doesn't have that tab. Check the gid in the league settings." },
  ],
  unavailable: ['provider_unavailable', { message: "Google didn't respond. Try again." }],
  elsewhere: [
    'sheet_unreadable',
    { message: 'The sheet link redirects to an unexpected site. Check the link in the league settings.' },
  ],
  too_large: ['sheet_unreadable', { message: 'The sheet is too large. The limit is 1 MB and 5,000 rows.' }],
  unreadable: [
    'sheet_unreadable',
    { message: "Google didn't return a sheet. Check the link in the league settings." },
  ],
}

/** Summarizes an import for the admin who started it. */
function importMessage({ changed, kept, skipped, hidden, importedLocked }: SheetImportResult): string {
  const rows = new Set(skipped.map(({ row }) => row)).size
  return [
    changed.length === 0 && hidden === 0
      ? 'The sheet has no new picks.'
      : `${pluralize(changed.length, 'pick')} imported.`,
    ...(importedLocked === 0 ? [] : [`${pluralize(importedLocked, 'pick')} of locked weeks replaced.`]),
    ...(hidden === 0 ? [] : [`${pluralize(hidden, 'hidden pick')} read.`]),
    ...(kept.length === 0 ? [] : [`${pluralize(kept.length, 'edited pick')} kept.`]),
    ...(rows === 0 ? [] : [`${pluralize(rows, 'row')} skipped.`]),
  ].join(' ')
}
