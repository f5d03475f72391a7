import { type Cipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { cookieContext } from '../../ingestion/league-cookies.ts'

/** In one transaction. Values that neither key can decrypt stay unchanged. Returns the number of changed leagues. */
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
