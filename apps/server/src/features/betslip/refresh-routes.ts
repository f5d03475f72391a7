import { refreshBets } from '@fieldhouse/contract/betslip'
import type { PicksImport } from '@fieldhouse/domain/picks-import'
import { parsePicksSheet } from '@fieldhouse/domain/picks-sheet'
import type { FastifyBaseLogger } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SeasonReader } from '../../database/season-reader.ts'
import { currentUser } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { SheetError, type SheetSource } from '../../providers/sheets/sheet-source.ts'
import type { ImportStore } from './import-store.ts'
import { importMessage, toSheetApiError } from './messages.ts'
import type { OwnerStore } from './owner-store.ts'
import { requireBetslipLeague, resolveRequestedWeek } from './requested-week.ts'
import type { LeagueSheet, PickStore } from './store.ts'

export type SheetRefreshOptions = {
  store: PickStore
  imports: ImportStore
  owners: OwnerStore
  seasons: SeasonReader
  /** null where sheets are switched off. */
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
      const { sheet: address } = await store.getSettings(id)
      if (address === null) throw new ApiError('no_sheet')
      const rows = await readSheetRows(address)
      const now = options.now()
      const { season } = await resolveRequestedWeek(request.body, { seasons, leagueId: id, now })
      const sheet = parsePicksSheet(rows, season)
      if (sheet === null) {
        throw new ApiError('sheet_unreadable', {
          message:
            'The sheet has no header that is known here. Name its columns week, owner and pick, or owner and then a column for each week, such as W1.',
        })
      }
      // An assignment of teams holds for the newest season, whatever season the picks are of.
      const people = await owners.listOwnersWithTeams(id, await seasons.getCurrentSeason(id, now))
      const done = await imports.importSheet(
        id,
        sheet,
        (text) => people.find(text),
        currentUser(request),
        now,
      )
      return { message: importMessage(done), ...presentImport(done) }
    },
  })

  async function readSheetRows(sheet: LeagueSheet): Promise<string[][]> {
    if (options.sheets === null) {
      throw new ApiError('sheet_unreadable', { message: 'Reading sheets is switched off on this server.' })
    }
    try {
      return await options.sheets.readRows(sheet)
    } catch (error) {
      if (!(error instanceof SheetError)) throw error
      log.warn({ err: error, failure: error.failure }, 'a sheet of picks could not be read')
      throw toSheetApiError(error)
    }
  }
}

function presentImport({ changed, same, kept, skipped }: PicksImport) {
  return {
    imported: changed.length,
    unchanged: same.length,
    kept: kept.map(({ owner, season, week }) => ({ owner: owner.name, season, week })),
    skipped,
  }
}
