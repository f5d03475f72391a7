import { PICK_SETTLERS } from '@fieldhouse/domain/betslip/settlement'
import { DUES_LIMITS } from '@fieldhouse/domain/league/dues'
import type { Selectable, Transaction } from 'kysely'
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

/** The values that no database constraint checks, by table. */
const CHECKS: { [Table in keyof Database]?: (row: Selectable<Database[Table]>) => unknown } = {
  league_documents: ({ kind, document }) => validateDocument(kind, document),
  recaps: ({ document, rewrite }) => parseRecap(document, rewrite),
  seasons: ({ document }) => parseSeasonDocument(document),
  lineup_weeks: ({ findings }) => parseFindings(findings),
  drafts: ({ picks }) => parsePicks(picks),
  transaction_weeks: (row) => [parseTransactions(row.transactions), parseFindings(row.findings)],
  picks: ({ selection, settled_by }) => [parseStoredSelection(selection), Settler.parse(settled_by)],
  dues_setups: (row) => DuesSetup.parse(row),
  dues_prizes: (row) => DuesPrize.parse(row),
  dues_entries: (row) => DuesEntry.parse(row),
  dues_payouts: (row) => DuesPayout.parse(row),
  imported_audit_log: ({ detail }) => Detail.parse(parseJson(detail)),
}

/** Throws a ZodError or a SyntaxError for a value of a league that this release cannot have written. */
export async function validateLeagueRows(db: Transaction<Database>, leagueId: number): Promise<void> {
  for (const [table, check] of Object.entries(CHECKS)) {
    const ofLeague = db.selectFrom(table as 'picks').where('league_id', '=', leagueId)
    for (const row of await ofLeague.selectAll().execute()) check(row as never)
  }
}
