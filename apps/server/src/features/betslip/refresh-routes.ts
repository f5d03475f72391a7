import { refreshBets } from '@fieldhouse/contract/betslip'
import type { PicksImport } from '@fieldhouse/domain/betslip/picks-import'
import { parsePicksSheet } from '@fieldhouse/domain/betslip/picks-sheet'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyBaseLogger } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { SheetError, type SheetSource } from '../../providers/sheets/sheet-source.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { ImportStore } from './import-store.ts'
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

export const sheetRefreshRoutes: FastifyPluginAsyncZod<SheetRefreshOptions> = async (app, options) => {
  const { store, imports, owners, seasons, log } = options

  app.route({
    ...refreshBets,
    async handler(request) {
      const { id } = requireBetslipLeague(request)
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
      const result = await imports.importSheet(
        id,
        picksSheet,
        (text) => leagueOwners.find(text),
        currentUser(request),
        now,
      )
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
      throw toSheetApiError(error)
    }
  }
}

function presentImport({ changed, unchanged, kept, skipped }: PicksImport) {
  return {
    imported: changed.length,
    unchanged: unchanged.length,
    kept: kept.map(({ owner, season, week }) => ({ owner: owner.name, season, week })),
    skipped,
  }
}

/** Converts a sheet error into an API error that tells the admin what to do next. */
function toSheetApiError(error: SheetError): ApiError {
  const unreadable = (message: string) => new ApiError('sheet_unreadable', { message, cause: error })
  switch (error.failure) {
    case 'private':
      return new ApiError('sheet_private', { cause: error })
    case 'missing':
      return new ApiError('sheet_missing', { cause: error })
    case 'no_tab':
      return unreadable("The sheet doesn't have that tab. Check the gid in the league settings.")
    case 'unavailable':
      return new ApiError('provider_unavailable', {
        message: "Google didn't respond. Try again.",
        cause: error,
      })
    case 'elsewhere':
      return unreadable(
        'The sheet link redirects to an unexpected site. Check the link in the league settings.',
      )
    case 'too_large':
      return unreadable('The sheet is too large. The limit is 1 MB and 5,000 rows.')
    case 'unreadable':
      return unreadable("Google didn't return a sheet. Check the link in the league settings.")
  }
}

/** Summarizes an import for the admin who started it. */
function importMessage({ changed, kept, skipped }: PicksImport): string {
  const rows = new Set(skipped.map(({ row }) => row)).size
  return [
    changed.length === 0 ? 'The sheet has no new picks.' : `${pluralize(changed.length, 'pick')} imported.`,
    ...(kept.length === 0 ? [] : [`${pluralize(kept.length, 'edited pick')} kept.`]),
    ...(rows === 0 ? [] : [`${pluralize(rows, 'row')} skipped.`]),
  ].join(' ')
}
