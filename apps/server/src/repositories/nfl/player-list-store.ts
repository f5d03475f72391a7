import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { Db } from '../../database/engine/database.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** A list of players as JSON text. `version` changes with its contents. */
export type StoredPlayerList = { version: string; text: string }

/** The newest list of all players of a provider. */
export interface PlayerListStore {
  /** Whether any league is read from the provider. */
  isNeeded(provider: ProviderName): Promise<boolean>
  /** The version of the stored list; null without one. */
  findVersion(provider: ProviderName): Promise<string | null>
  find(provider: ProviderName): Promise<StoredPlayerList | null>
  /** Replaces the stored list. */
  save(provider: ProviderName, text: string): Promise<void>
}

export function playerListStore(db: Db): PlayerListStore {
  return {
    async isNeeded(provider) {
      const query = db.selectFrom('league_sources').select('id').where('provider', '=', provider)
      return (await query.limit(1).executeTakeFirst()) !== undefined
    },

    async findVersion(provider) {
      const query = db.selectFrom('player_lists').select('sha256').where('provider', '=', provider)
      return (await query.executeTakeFirst())?.sha256 ?? null
    },

    async find(provider) {
      const query = db.selectFrom('player_lists').selectAll().where('provider', '=', provider)
      const row = await query.executeTakeFirst()
      return row === undefined
        ? null
        : { version: row.sha256, text: (await decompress(row.players)).toString() }
    },

    async save(provider, text) {
      const list = { sha256: createHash('sha256').update(text).digest('hex'), players: await compress(text) }
      await db
        .insertInto('player_lists')
        .values({ provider, ...list })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet(list))
        .execute()
    },
  }
}
