import { PICK_SETTLERS } from '@fieldhouse/domain/betslip/settlement'
import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../../database/schema/schema.ts'
import { parseJson } from '../../../json/parse-json.ts'
import { validateDocument } from '../../../repositories/leagues/league-documents.ts'
import { parseStoredSelection } from '../../../repositories/nfl/stored-selection.ts'
import { parseRecap } from '../../../repositories/recaps/stored-recap.ts'
import { parseSeasonDocument } from '../../../repositories/season-documents/parse-season-document.ts'
import { parseFindings, parsePicks, parseTransactions } from '../../../repositories/seasons/archive-rows.ts'

const Settler = z.enum(PICK_SETTLERS).nullable()
const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const Cents = z.int().min(0).max(99_999_999)
const Day = z.iso.date()
const DuesSetup = z.object({
  version: z.int().min(1),
  amount: Cents,
  due_on: Day.nullable(),
  note: z.string().max(DUES_LIMITS.note),
})
const DuesPrize = z.object({
  prize_id: z.int().min(1),
  title: z.string().max(DUES_LIMITS.title).nullable(),
  amount: Cents,
})
const DuesEntry = z.object({
  amount: z.int().min(-99_999_999).max(99_999_999),
  paid_on: Day.nullable(),
  note: z.string().max(DUES_LIMITS.reason),
})
const DuesPayout = z.object({ amount: Cents, paid_on: Day })

/**
 * Validates the values of a league that no database constraint checks. Throws a ZodError or a SyntaxError for a
 * value that this release cannot have written.
 */
export async function validateLeagueRows(db: Transaction<Database>, leagueId: number): Promise<void> {
  const documents = await db
    .selectFrom('league_documents')
    .select(['kind', 'document'])
    .where('league_id', '=', leagueId)
    .execute()
  for (const { kind, document } of documents) validateDocument(kind, document)
  const recaps = await db
    .selectFrom('recaps')
    .select(['document', 'rewrite'])
    .where('league_id', '=', leagueId)
    .execute()
  for (const { document, rewrite } of recaps) parseRecap(document, rewrite)
  const seasons = await db
    .selectFrom('seasons')
    .select('document')
    .where('league_id', '=', leagueId)
    .execute()
  for (const { document } of seasons) parseSeasonDocument(document)
  const weeks = await db
    .selectFrom('lineup_weeks')
    .select('findings')
    .where('league_id', '=', leagueId)
    .execute()
  for (const { findings } of weeks) parseFindings(findings)
  const drafts = await db.selectFrom('drafts').select('picks').where('league_id', '=', leagueId).execute()
  for (const { picks } of drafts) parsePicks(picks)
  const transactionWeeks = await db
    .selectFrom('transaction_weeks')
    .select(['transactions', 'findings'])
    .where('league_id', '=', leagueId)
    .execute()
  for (const { transactions, findings } of transactionWeeks) {
    parseTransactions(transactions)
    parseFindings(findings)
  }
  const picks = await db
    .selectFrom('picks')
    .select(['selection', 'settled_by'])
    .where('league_id', '=', leagueId)
    .where((eb) => eb.or([eb('selection', 'is not', null), eb('settled_by', 'is not', null)]))
    .execute()
  for (const { selection, settled_by } of picks) {
    parseStoredSelection(selection)
    Settler.parse(settled_by)
  }
  await validateDues(db, leagueId)
  const auditEntries = await db
    .selectFrom('imported_audit_log')
    .select('detail')
    .where('league_id', '=', leagueId)
    .execute()
  for (const { detail } of auditEntries) Detail.parse(parseJson(detail))
}

async function validateDues(db: Transaction<Database>, leagueId: number): Promise<void> {
  const schemas = {
    dues_setups: DuesSetup,
    dues_prizes: DuesPrize,
    dues_entries: DuesEntry,
    dues_payouts: DuesPayout,
  }
  for (const [table, schema] of Object.entries(schemas)) {
    const rows = await db
      .selectFrom(table as keyof typeof schemas)
      .selectAll()
      .where('league_id', '=', leagueId)
      .execute()
    for (const row of rows) schema.parse(row)
  }
}
