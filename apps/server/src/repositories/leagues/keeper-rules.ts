import { KEEPER_UNITS, type KeeperRule, UNDRAFTED_COSTS } from '@fieldhouse/domain/insights/moves/keeper-rule'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { parseJson } from '../../json/parse-json.ts'
import { type Actor, recordAuditEntry } from '../audit/audit.ts'
import { lockLeague } from './lock-league.ts'

/** The content of the column `keeper_rule` of a league. */
const StoredRule = z
  .object({
    unit: z.enum(KEEPER_UNITS),
    step: z.int().min(0),
    undrafted: z.enum(UNDRAFTED_COSTS),
    undraftedCost: z.int().min(1).nullable(),
    maxYears: z.int().min(1).nullable(),
    maxKeepers: z.int().min(1).nullable(),
  })
  .strict()

/** Returns null for null. Throws a ZodError or a SyntaxError for a text that this release cannot have written. */
export function parseKeeperRule(text: string | null): KeeperRule | null {
  return text === null ? null : StoredRule.parse(parseJson(text))
}

/** Saves what the players that the teams of a league keep cost. null removes the rule. The same rule changes nothing. */
export function replaceKeeperRule(
  db: Db,
  leagueId: number,
  rule: KeeperRule | null,
  actor: Actor,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    const text = rule === null ? null : JSON.stringify(StoredRule.parse(rule))
    const stored = await findKeeperRule(transaction, leagueId)
    if (text === (stored === null ? null : JSON.stringify(stored))) return
    await transaction.updateTable('leagues').set({ keeper_rule: text }).where('id', '=', leagueId).execute()
    await recordAuditEntry(transaction, {
      at: now,
      actor,
      action: 'league.keeper-rule',
      leagueId,
      detail: rule === null ? { unit: null } : { ...rule },
    })
  })
}

/** null without a rule. */
export async function findKeeperRule(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
): Promise<KeeperRule | null> {
  const row = await db
    .selectFrom('leagues')
    .select('keeper_rule')
    .where('id', '=', leagueId)
    .executeTakeFirst()
  return parseKeeperRule(row?.keeper_rule ?? null)
}
