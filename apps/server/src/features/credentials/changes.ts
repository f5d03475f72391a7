import { type Cipher, reencrypt } from '../../crypto/encryption.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type CookieParts, cookieContext } from '../../ingestion/league-cookies.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

/** Replaces both stored values. */
export async function saveCookies(
  db: Db,
  cipher: Cipher,
  leagueId: number,
  parts: CookieParts & { isTested: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  const { swid, s2, isTested } = parts
  const encrypted = {
    swid: swid === null ? null : cipher.encrypt(swid, cookieContext(leagueId, 'swid')),
    s2: s2 === null ? null : cipher.encrypt(s2, cookieContext(leagueId, 's2')),
    is_tested: isTested ? 1 : 0,
    saved_at: now.getTime(),
    accepted_at: isTested ? now.getTime() : null,
    refused_at: null,
  }
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('league_credentials')
      .values({ league_id: leagueId, ...encrypted })
      .onConflict((conflict) => conflict.column('league_id').doUpdateSet(encrypted))
      .execute()
    await recordAuditEntry(transaction, {
      at: now,
      actor,
      action: 'league.save-credentials',
      leagueId,
      detail: { swid: swid !== null, s2: s2 !== null, tested: isTested },
    })
  })
}

/**
 * Re-encrypts, in one transaction, the values that were encrypted with the server's previous key. Values that neither
 * key can decrypt are left unchanged. Returns the number of changed leagues.
 */
export function reencryptCookies(db: Db, cipher: Cipher, previous: Cipher): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('league_credentials')
      .select(['league_id', 'swid', 's2'])
      .execute()
    const changed = rows.flatMap(({ league_id: leagueId, ...parts }) => {
      const convert = (part: 'swid' | 's2') => {
        const encrypted = parts[part]
        return encrypted && reencrypt(cipher, previous, encrypted, cookieContext(leagueId, part))
      }
      const set = { swid: convert('swid'), s2: convert('s2') }
      return set.swid === parts.swid && set.s2 === parts.s2 ? [] : [{ leagueId, set }]
    })
    for (const { leagueId, set } of changed)
      await transaction.updateTable('league_credentials').set(set).where('league_id', '=', leagueId).execute()
    return changed.length
  })
}
