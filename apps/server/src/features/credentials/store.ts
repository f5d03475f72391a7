import { type Cipher, createCipher, reencrypt } from '../../crypto/encryption.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'

/**
 * A league's own cookies. A value is null when it is not stored or cannot be decrypted with this server's
 * key.
 */
export type Credentials = {
  swid: string | null
  s2: string | null
  isTested: boolean
  savedAt: Date
  acceptedAt: Date | null
  refusedAt: Date | null
}

export type CredentialParts = { swid: string | null; s2: string | null }

/** Cookies are stored encrypted and never appear in a response, a log line or the audit log. */
export interface CredentialStore {
  find(leagueId: number): Promise<Credentials | null>
  /** Replaces both stored values. */
  save(leagueId: number, parts: CredentialParts, isTested: boolean, actor: Actor, now: Date): Promise<void>
  clear(leagueId: number, actor: Actor, now: Date): Promise<void>
  /** Whether the league may be read with the server's cookies. */
  mayUseServerCookies(leagueId: number): Promise<boolean>
  allowServerCookies(leagueId: number, isAllowed: boolean, actor: Actor, now: Date): Promise<void>
  /**
   * Re-encrypts, in one transaction, the values that were encrypted with the server's previous key.
   * Values that neither key can decrypt are left unchanged. Returns the number of changed leagues.
   */
  reencrypt(previous: Cipher): Promise<number>
  /**
   * Records whether the provider accepted a league's own cookies. Does nothing unless `usedCookies` are still
   * the stored ones: they may have been replaced while the provider was responding.
   */
  recordOutcome(
    leagueId: number,
    usedCookies: { swid: string; s2: string },
    wereAccepted: boolean,
    now: Date,
  ): Promise<void>
  /** Records whether the provider showed a league that was read without its own cookies. */
  recordOutcomeWithoutCookies(leagueId: number, wasShown: boolean, now: Date): Promise<void>
  /** Since when the league has not been readable without its own cookies; null when it is readable. */
  deniedSince(leagueId: number): Promise<Date | null>
}

/** The cipher for stored league cookies. */
export function createCookieCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'provider cookies')
}

export function credentialStore(db: Db, cipher: Cipher): CredentialStore {
  return {
    async mayUseServerCookies(leagueId) {
      const row = await db
        .selectFrom('leagues')
        .select('may_use_server_cookies')
        .where('id', '=', leagueId)
        .executeTakeFirst()
      return row?.may_use_server_cookies === 1
    },

    async allowServerCookies(leagueId, isAllowed, actor, now) {
      await inTransaction(db, async (transaction) => {
        await transaction
          .updateTable('leagues')
          .set({ may_use_server_cookies: isAllowed ? 1 : 0 })
          .where('id', '=', leagueId)
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: isAllowed ? 'cookies.allow_server' : 'cookies.forbid_server',
          leagueId,
        })
      })
    },

    async find(leagueId) {
      const row = await findRow(leagueId)
      if (row === undefined) return null
      return {
        ...decryptParts(leagueId, row),
        isTested: row.is_tested === 1,
        savedAt: new Date(row.saved_at),
        acceptedAt: toDate(row.accepted_at),
        refusedAt: toDate(row.refused_at),
      }
    },

    async save(leagueId, parts, isTested, actor, now) {
      const encrypted = {
        swid: parts.swid === null ? null : cipher.encrypt(parts.swid, encryptionContext(leagueId, 'swid')),
        s2: parts.s2 === null ? null : cipher.encrypt(parts.s2, encryptionContext(leagueId, 's2')),
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
          detail: { swid: parts.swid !== null, s2: parts.s2 !== null, tested: isTested },
        })
      })
    },

    async clear(leagueId, actor, now) {
      await inTransaction(db, async (transaction) => {
        await transaction.deleteFrom('league_credentials').where('league_id', '=', leagueId).execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: 'league.clear-credentials',
          leagueId,
        })
      })
    },

    reencrypt(previous) {
      return inTransaction(db, async (transaction) => {
        const rows = await transaction
          .selectFrom('league_credentials')
          .select(['league_id', 'swid', 's2'])
          .execute()
        const changed = rows.flatMap((row) => {
          const swid = reencryptPart(row.swid, encryptionContext(row.league_id, 'swid'), previous)
          const s2 = reencryptPart(row.s2, encryptionContext(row.league_id, 's2'), previous)
          return swid === row.swid && s2 === row.s2 ? [] : [{ leagueId: row.league_id, set: { swid, s2 } }]
        })
        for (const { leagueId, set } of changed) {
          await transaction
            .updateTable('league_credentials')
            .set(set)
            .where('league_id', '=', leagueId)
            .execute()
        }
        return changed.length
      })
    },

    async recordOutcome(leagueId, usedCookies, wereAccepted, now) {
      const row = await findRow(leagueId)
      if (row === undefined) return
      const stored = decryptParts(leagueId, row)
      if (stored.swid !== usedCookies.swid || stored.s2 !== usedCookies.s2) return
      const at = now.getTime()
      await db
        .updateTable('league_credentials')
        .set(
          wereAccepted
            ? { accepted_at: at, refused_at: null, is_tested: 1 }
            : (eb) => ({ refused_at: eb.fn.coalesce('refused_at', eb.val(at)) }),
        )
        .where('league_id', '=', leagueId)
        // Encrypting uses a new nonce each time, so these values identify what has just been compared.
        .where('swid', '=', row.swid)
        .where('s2', '=', row.s2)
        .execute()
    },

    async recordOutcomeWithoutCookies(leagueId, wasShown, now) {
      if (wasShown) {
        await db
          .updateTable('refreshes')
          .set({ denied_at: null })
          .where('league_id', '=', leagueId)
          .where('denied_at', 'is not', null)
          .execute()
        return
      }
      await db
        .insertInto('refreshes')
        .values({ league_id: leagueId, denied_at: now.getTime() })
        .onConflict((conflict) =>
          conflict.column('league_id').doUpdateSet((eb) => ({
            denied_at: eb.fn.coalesce('refreshes.denied_at', 'excluded.denied_at'),
          })),
        )
        .execute()
    },

    async deniedSince(leagueId) {
      const row = await db
        .selectFrom('refreshes')
        .select('denied_at')
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return toDate(row?.denied_at ?? null)
    },
  }

  function findRow(leagueId: number) {
    return db
      .selectFrom('league_credentials')
      .selectAll()
      .where('league_id', '=', leagueId)
      .executeTakeFirst()
  }

  function decryptParts(leagueId: number, { swid, s2 }: CredentialParts): CredentialParts {
    return {
      swid: swid === null ? null : cipher.decrypt(swid, encryptionContext(leagueId, 'swid')),
      s2: s2 === null ? null : cipher.decrypt(s2, encryptionContext(leagueId, 's2')),
    }
  }

  function reencryptPart(encrypted: string | null, context: string, previous: Cipher): string | null {
    return encrypted === null ? null : reencrypt(cipher, previous, encrypted, context)
  }
}

/** Binds an encrypted value to its league and its field. */
function encryptionContext(leagueId: number, part: 'swid' | 's2'): string {
  return `league ${leagueId} ${part}`
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
