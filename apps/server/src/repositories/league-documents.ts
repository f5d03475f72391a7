import { KEEPER_UNITS, UNDRAFTED_COSTS } from '@fieldhouse/domain/insights/moves/keepers'
import { PROVIDER_NAMES } from '@fieldhouse/domain/league/league-providers'
import { z } from 'zod'
import type { Db } from '../database/engine/database.ts'
import { parseJson } from '../files/json.ts'

/** A kind of what people write for a league and nothing else searches: a league has one, or each member has one. */
type DocumentKind<T> = { name: string; schema: z.ZodType<T> }

/** What the players that the teams of a league keep cost. Of the league. */
export const KEEPER_RULE = {
  name: 'keeper_rule',
  schema: z.strictObject({
    unit: z.enum(KEEPER_UNITS),
    step: z.int().min(0),
    undrafted: z.enum(UNDRAFTED_COSTS),
    undraftedCost: z.int().min(1).nullable(),
    maxYears: z.int().min(1).nullable(),
    maxKeepers: z.int().min(1).nullable(),
  }),
}

/** The players that a manager offers in a season, the newest last. Of a member. */
export const TRADE_BLOCK = {
  name: 'trade_block',
  schema: z.strictObject({
    season: z.int(),
    teamId: z.int(),
    offers: z.array(z.strictObject({ playerId: z.int(), note: z.string().max(140) })).max(100),
  }),
}

/** What the ranges of sources were before others were given some of their seasons. Of the league. */
export const ENTERED_RANGES = {
  name: 'entered_ranges',
  schema: z.array(
    z.strictObject({
      provider: z.enum(PROVIDER_NAMES),
      leagueId: z.string(),
      firstSeason: z.int().nullable(),
      lastSeason: z.int().nullable(),
    }),
  ),
}

const KINDS: readonly DocumentKind<unknown>[] = [KEEPER_RULE, TRADE_BLOCK, ENTERED_RANGES]

/** Throws a ZodError or a SyntaxError for a kind or a text that this release cannot have written. */
export function validateDocument(kind: string, text: string): void {
  const known = KINDS.find(({ name }) => name === kind)
  if (known === undefined) throw new SyntaxError(`There is no document of the kind ${kind}.`)
  known.schema.parse(parseJson(text))
}

/** One at most if the league has it, or one for each member who has written some. */
export async function readDocuments<T>(
  db: Db,
  leagueId: number,
  { name, schema }: DocumentKind<T>,
): Promise<{ userId: number | null; document: T }[]> {
  const rows = await db
    .selectFrom('league_documents')
    .select(['user_id', 'document'])
    .where((eb) => eb.and({ league_id: leagueId, kind: name }))
    .orderBy('id')
    .execute()
  return rows.map(({ user_id: userId, document }) => ({
    userId,
    document: schema.parse(parseJson(document)),
  }))
}

/**
 * Replaces a document, or removes it with null. The caller has locked the league.
 * @param userId the member who has it; null for the league
 * @returns whether it has changed
 */
export async function replaceDocument<T>(
  transaction: Db,
  { leagueId, userId }: { leagueId: number; userId: number | null },
  kind: DocumentKind<T>,
  document: T | null,
  now: Date,
): Promise<boolean> {
  const text = document === null ? null : JSON.stringify(kind.schema.parse(document))
  const stored = (await readDocuments(transaction, leagueId, kind)).find((each) => each.userId === userId)
  if (text === (stored === undefined ? null : JSON.stringify(stored.document))) return false
  await transaction
    .deleteFrom('league_documents')
    .where((eb) => eb.and({ league_id: leagueId, kind: kind.name }))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute()
  if (text !== null)
    await transaction
      .insertInto('league_documents')
      .values({
        league_id: leagueId,
        kind: kind.name,
        user_id: userId,
        document: text,
        saved_at: now.getTime(),
      })
      .execute()
  return true
}
