import { refreshBets } from '@fieldhouse/contract/betslip'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import { type BettingWeek, hasHiddenPicks, weekStateAt } from '@fieldhouse/domain/betslip/betting-week'
import type { OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import {
  type OwnedPick,
  type PicksSheet,
  parsePicksSheet,
  planImport,
} from '@fieldhouse/domain/betslip/picks-sheet'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { ownerNamesOf } from '@fieldhouse/domain/seasons/season-views'
import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables, UpdateObject } from 'kysely'
import type { Context } from '../../context.ts'
import type { DbTransaction } from '../../database/engine/database.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, type ApiErrorOptions } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { SheetError } from '../../providers/sheets.ts'
import { changeLeague, type LeagueRequest, recordEvent } from '../../repositories/change-league.ts'
import type { League } from '../../repositories/league.ts'
import { picksChangedEvent } from './settlement.ts'
import { PICK_KEY_COLUMNS, readOwners, readSettings } from './store.ts'

type LeagueSheet = NonNullable<Awaited<ReturnType<typeof readSettings>>['sheet']>

export const refreshBetsOperation = operation(refreshBets, async (call) => {
  const { ctx, league, body, request } = call
  if (!league.hasBetslip) throw new ApiError('no_betslip')
  await request.confirmRights()
  const { sheet } = await readSettings(ctx.db, league.id)
  if (sheet === null) throw new ApiError('no_sheet')
  const rows = await readSheetRows(ctx, sheet)
  const now = ctx.now()
  const stored = await ctx.leagues.get(league.id)
  const picksSheet = parsePicksSheet(rows, body.season ?? stored.currentSeason(now))
  if (picksSheet === null)
    throw new ApiError('sheet_unreadable', {
      message:
        "The sheet's column headers weren't recognized. Name the columns week, owner, and pick, or use owner followed by a column for each week, such as W1.",
    })
  const { find } = await readOwners(ctx, league.id, teamOwnersOf(stored, now))
  const includesLockedWeeks = body.locked_weeks ?? false
  const result = await importSheet(call, picksSheet, find, includesLockedWeeks)
  const { changed, unchanged, kept, skipped, locked, hidden } = result
  return {
    message: importMessage(result),
    imported: changed.length,
    unchanged: unchanged.length,
    kept: kept.map(({ owner, season, week }) => ({ owner: owner.name, season, week })),
    skipped,
    locked,
    hidden: hidden.length,
  }
})

async function readSheetRows({ sheets, log }: Pick<Context, 'sheets' | 'log'>, sheet: LeagueSheet) {
  if (sheets === null)
    throw new ApiError('sheet_unreadable', { message: 'Google Sheets import is turned off on this site.' })
  try {
    return await sheets.readRows(sheet)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    log.warn({ err: error, failure: error.failure }, 'failed to read picks sheet')
    const [code, errorOptions] = SHEET_ERRORS[error.failure]
    throw new ApiError(code, { ...errorOptions, cause: error })
  }
}

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

/**
 * The names by which a sheet may call those who have teams: the person's, and that of the account. Team assignments apply
 * to the newest season, even when the picks belong to an earlier one.
 */
function teamOwnersOf(league: League, now: Date): Map<number, readonly string[]> {
  const year = league.currentSeason(now)
  const names = league.ownerNames(year)
  const season = league.season(year)
  const namesAtProvider = season === null ? new Map<number, string[]>() : ownerNamesOf(season)
  return new Map(
    league.teams(year).flatMap(({ teamId, assignment }) => {
      const ofTeam = [...(names.get(teamId) ?? []), ...(namesAtProvider.get(teamId) ?? [])]
      return assignment === null ? [] : [[assignment.userId, [...new Set(ofTeam)]] as const]
    }),
  )
}

/** Imports a sheet in one transaction. Picks that are hidden from the user are in none of the lists but `hidden`. */
function importSheet(
  call: LeagueRequest,
  sheet: PicksSheet,
  find: (text: string) => OwnerLookupResult,
  includesLockedWeeks: boolean,
) {
  const { league, user } = call
  return changeLeague(call, async ({ transaction, now, audit }) => {
    const isLocked = (week: BettingWeek) => weekStateAt(week, now) === 'locked'
    const mayNotChange = (week: BettingWeek) => !includesLockedWeeks && isLocked(week)
    const rows = await transaction
      .selectFrom('picks')
      .select(['season', 'week', 'user_id as userId', 'text', 'sheet_text as sheetText', 'is_edited'])
      .where('league_id', '=', league.id)
      .execute()
    const stored = rows.map(({ is_edited, ...pick }) => ({ ...pick, isEdited: is_edited === 1 }))
    const plan = planImport(sheet, stored, find, mayNotChange)
    await savePicks(transaction, league.id, plan.changed, now, (eb) => ({
      text: eb.ref('excluded.text'),
      sheet_text: eb.ref('excluded.sheet_text'),
      updated_at: eb.ref('excluded.updated_at'),
      // A different text is a different bet, so it must be settled again.
      result: null,
      settled_by: null,
      selection: null,
      imported_person_id: null,
    }))
    const by = { by_id: user.userId, by_name: user.username }
    const changes = plan.changed.map(({ season, week, owner, text }) => {
      const key = { league_id: league.id, season, week, user_id: owner.userId }
      return { ...key, text, via: 'sheet' as const, ...by, at: now.getTime() }
    })
    await insertInBatches(changes, (batch) => transaction.insertInto('pick_changes').values(batch).execute())
    // The sheet's text of picks that stay as they are, so that the next import can detect changed rows.
    await savePicks(transaction, league.id, [...plan.unchanged, ...plan.kept], now, (eb) => ({
      sheet_text: eb.ref('excluded.sheet_text'),
    }))
    // Only edits made after this import count as edits from now on.
    await transaction
      .updateTable('picks')
      .set({ is_edited: 0 })
      .where((eb) => eb.and({ league_id: league.id, is_edited: 1 }))
      .execute()
    const { hiding } = await readSettings(transaction, league.id)
    const isHidden = (pick: OwnedPick) =>
      pick.owner.userId !== user.userId && hasHiddenPicks(hiding, pick, now)
    // The lists would reveal whether a hidden pick equals the sheet.
    const visible = (picks: readonly OwnedPick[]) => picks.filter((pick) => !isHidden(pick))
    const result = {
      ...plan,
      changed: visible(plan.changed),
      unchanged: visible(plan.unchanged),
      kept: visible(plan.kept),
      hidden: [...plan.changed, ...plan.unchanged, ...plan.kept].filter(isHidden),
      importedLocked: plan.changed.filter(isLocked).length,
    }
    const events = [...result.changed, ...result.hidden].map(picksChangedEvent)
    for (const event of new Map(events.map((each) => [JSON.stringify(each), each])).values())
      await recordEvent(transaction, league.id, event, now)
    await audit('bets.import', {
      imported: result.changed.length,
      kept: result.kept.length,
      skipped: plan.skipped.length,
      ...(includesLockedWeeks ? { locked: result.importedLocked } : {}),
    })
    return result
  })
}

type Conflict = OnConflictDatabase<Database, 'picks'>
type Tables = OnConflictTables<'picks'>

async function savePicks(
  db: DbTransaction,
  leagueId: number,
  picks: readonly OwnedPick[],
  now: Date,
  update: (eb: ExpressionBuilder<Conflict, Tables>) => UpdateObject<Conflict, Tables, Tables>,
): Promise<void> {
  const rows = picks.map(({ season, week, owner, text }) => {
    const key = { league_id: leagueId, season, week, user_id: owner.userId }
    return { ...key, text, result: null, sheet_text: text, is_edited: 0, updated_at: now.getTime() }
  })
  await insertInBatches(rows, (batch) =>
    db
      .insertInto('picks')
      .values(batch)
      .onConflict((conflict) => conflict.columns(PICK_KEY_COLUMNS).doUpdateSet(update))
      .execute(),
  )
}

type SheetImport = Awaited<ReturnType<typeof importSheet>>

function importMessage({ changed, kept, skipped, hidden, importedLocked }: SheetImport): string {
  const rows = new Set(skipped.map(({ row }) => row)).size
  return [
    changed.length === 0 && hidden.length === 0
      ? 'The sheet has no new picks.'
      : `${pluralize(changed.length, 'pick')} imported.`,
    ...(importedLocked === 0 ? [] : [`${pluralize(importedLocked, 'pick')} of locked weeks replaced.`]),
    ...(hidden.length === 0 ? [] : [`${pluralize(hidden.length, 'hidden pick')} read.`]),
    ...(kept.length === 0 ? [] : [`${pluralize(kept.length, 'edited pick')} kept.`]),
    ...(rows === 0 ? [] : [`${pluralize(rows, 'row')} skipped.`]),
  ].join(' ')
}
