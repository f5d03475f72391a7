import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Cipher, createCipher, reencrypt } from '../../http/encryption.ts'

type Actor = { userId: number; username: string }

/** A league's own cookies; a part that is missing, or that this server's key does not open, is null. */
export type Credentials = {
  swid: string | null
  s2: string | null
  isTested: boolean
  savedAt: Date
  acceptedAt: Date | null
  refusedAt: Date | null
}

export type CredentialParts = { swid: string | null; s2: string | null }

export type CredentialStore = ReturnType<typeof credentialStore>

/** What the cookies of leagues are sealed with. */
export function createCookieCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'provider cookies')
}

/** Cookies are stored sealed and are never part of an answer, a log line or the audit log. */
export function credentialStore(db: Db, seal: Cipher) {
  return {
    async find(leagueId: number): Promise<Credentials | null> {
      const row = await db
        .selectFrom('league_credentials')
        .selectAll()
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        swid: row.swid === null ? null : seal.decrypt(row.swid, encryptionContext(leagueId, 'swid')),
        s2: row.s2 === null ? null : seal.decrypt(row.s2, encryptionContext(leagueId, 's2')),
        isTested: row.is_tested === 1,
        savedAt: new Date(row.saved_at),
        acceptedAt: toDate(row.accepted_at),
        refusedAt: toDate(row.refused_at),
      }
    },

    /** Puts both parts in the place of the stored ones. */
    async save(
      leagueId: number,
      parts: CredentialParts,
      isTested: boolean,
      doer: Actor,
      now: Date,
    ): Promise<void> {
      const sealed = {
        swid: parts.swid === null ? null : seal.encrypt(parts.swid, encryptionContext(leagueId, 'swid')),
        s2: parts.s2 === null ? null : seal.encrypt(parts.s2, encryptionContext(leagueId, 's2')),
        is_tested: isTested ? 1 : 0,
        saved_at: now.getTime(),
        accepted_at: isTested ? now.getTime() : null,
        refused_at: null,
      }
      await inTransaction(db, async (transaction) => {
        await transaction
          .insertInto('league_credentials')
          .values({ league_id: leagueId, ...sealed })
          .onConflict((conflict) => conflict.column('league_id').doUpdateSet(sealed))
          .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: doer,
          action: 'league.save-credentials',
          leagueId,
          detail: { swid: parts.swid !== null, s2: parts.s2 !== null, tested: isTested },
        })
      })
    },

    async clear(leagueId: number, doer: Actor, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await transaction.deleteFrom('league_credentials').where('league_id', '=', leagueId).execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: doer,
          action: 'league.clear-credentials',
          leagueId,
        })
      })
    },

    /**
     * Seals again what only the server's previous key opens, all or nothing. Answers how many leagues
     * it was done for; what neither key opens stays as it is.
     */
    async reencrypt(previous: Cipher): Promise<number> {
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

    /** Writes down what the provider said to a league's own cookies. */
    async recordOutcome(leagueId: number, wereAccepted: boolean, now: Date): Promise<void> {
      const at = now.getTime()
      await db
        .updateTable('league_credentials')
        .set(
          wereAccepted
            ? { accepted_at: at, refused_at: null, is_tested: 1 }
            : (eb) => ({ refused_at: eb.fn.coalesce('refused_at', eb.val(at)) }),
        )
        .where('league_id', '=', leagueId)
        .execute()
    },

    /** Writes down whether the provider showed a league that was read without cookies of its own. */
    async recordOutcomeWithoutCookies(leagueId: number, wasShown: boolean, now: Date): Promise<void> {
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

    /** Since when a league cannot be read without cookies of its own; null while it can. */
    async deniedSince(leagueId: number): Promise<Date | null> {
      const row = await db
        .selectFrom('refreshes')
        .select('denied_at')
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return toDate(row?.denied_at ?? null)
    },
  }

  function reencryptPart(sealed: string | null, about: string, previous: Cipher): string | null {
    return sealed === null ? null : reencrypt(seal, previous, sealed, about)
  }
}

/** Binds a sealed part to its league and its place. */
function encryptionContext(leagueId: number, part: 'swid' | 's2'): string {
  return `league ${leagueId} ${part}`
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
