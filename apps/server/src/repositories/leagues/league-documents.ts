import { KEEPER_UNITS, UNDRAFTED_COSTS } from '@fieldhouse/domain/insights/moves/keeper-rule'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { parseJson } from '../../json/parse-json.ts'

/**
 * What people write for a league and nothing else searches, by kind. A league has one document of a kind, or each
 * member has one.
 */
const DOCUMENTS = {
  keeper_rule: z.strictObject({
    unit: z.enum(KEEPER_UNITS),
    step: z.int().min(0),
    undrafted: z.enum(UNDRAFTED_COSTS),
    undraftedCost: z.int().min(1).nullable(),
    maxYears: z.int().min(1).nullable(),
    maxKeepers: z.int().min(1).nullable(),
  }),
}

type Kind = keyof typeof DOCUMENTS
type DocumentOf<K extends Kind> = z.output<(typeof DOCUMENTS)[K]>

/** Throws a ZodError or a SyntaxError for a text that this release cannot have written. */
export function parseDocument<K extends Kind>(kind: K, text: string): DocumentOf<K> {
  const schema: z.ZodType = DOCUMENTS[kind]
  return schema.parse(parseJson(text)) as DocumentOf<K>
}

export const isDocumentKind = (kind: string): kind is Kind => Object.hasOwn(DOCUMENTS, kind)

/** The documents of a kind: one at most if the league has it, or one for each member who has written some. */
export async function readDocuments<K extends Kind>(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
  kind: K,
): Promise<{ userId: number | null; document: DocumentOf<K> }[]> {
  const rows = await db
    .selectFrom('league_documents')
    .select(['user_id', 'document'])
    .where('league_id', '=', leagueId)
    .where('kind', '=', kind)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, document: parseDocument(kind, row.document) }))
}

/**
 * Replaces a document, or removes it with null. Tells whether that changed anything. The caller has locked the league.
 * @param userId the member who has it; null for the league
 */
export async function replaceDocument<K extends Kind>(
  transaction: Db,
  { leagueId, kind, userId }: { leagueId: number; kind: K; userId: number | null },
  document: DocumentOf<K> | null,
  now: Date,
): Promise<boolean> {
  const text = document === null ? null : JSON.stringify(DOCUMENTS[kind].parse(document))
  const stored = (await readDocuments(transaction, leagueId, kind)).find((each) => each.userId === userId)
  if (text === (stored === undefined ? null : JSON.stringify(stored.document))) return false
  await transaction
    .deleteFrom('league_documents')
    .where('league_id', '=', leagueId)
    .where('kind', '=', kind)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute()
  if (text !== null)
    await transaction
      .insertInto('league_documents')
      .values({ league_id: leagueId, kind, user_id: userId, document: text, saved_at: now.getTime() })
      .execute()
  return true
}
