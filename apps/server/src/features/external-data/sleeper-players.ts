import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { coalesce } from '../../database/engine/caches.ts'
import type { Db } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { parseJson } from '../../files/json.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { PlayerDirectory } from '../../providers/league-provider.ts'
import { readPlayers } from '../../providers/sleeper/bodies.ts'
import { describePlayer, type SleeperPlayer } from '../../providers/sleeper/players.ts'
import type { SleeperClient } from '../../providers/sleeper/sleeper-provider.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

const STORED_BUDGET = { maxDepth: 8, maxValues: 1_000_000 }

export interface PlayerListSource {
  isNeeded(): Promise<boolean>
  /** Replaces the stored list, unless the answer has no players. Throws a ProviderError. */
  fetch(signal: AbortSignal): Promise<void>
}

/**
 * Sleeper's list of all players, which may be requested once a day. Only the fields that are read of them are stored,
 * compressed. Lineups wait for it and store the names, because it describes players as they are today.
 */
export function sleeperPlayerList(db: Db, client: Pick<SleeperClient, 'getPlayers'>): PlayerListSource {
  return {
    async isNeeded() {
      const query = db.selectFrom('league_sources').select('id').where('provider', '=', 'sleeper')
      return (await query.limit(1).executeTakeFirst()) !== undefined
    },

    async fetch(signal) {
      const response = await client.getPlayers(signal)
      const players = response === null ? new Map() : readPlayers(response.json)
      if (players.size === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
      const text = JSON.stringify(Object.fromEntries(players))
      const list = { sha256: createHash('sha256').update(text).digest('hex'), players: await compress(text) }
      await upsert(db, 'player_lists', { provider: 'sleeper' }, list)
    },
  }
}

/**
 * Throws a ProviderError before the first list was stored: lineups without names would stay without them, while missing
 * lineups are read again.
 */
export function storedSleeperPlayers(db: Db): PlayerDirectory {
  const stored = db.selectFrom('player_lists').where('provider', '=', 'sleeper')
  let known: { version: string; players: ReadonlyMap<string, SleeperPlayer> } | null = null

  return coalesce(async () => {
    const newest = await stored.select('sha256').executeTakeFirst()
    if (known !== null && known.version === newest?.sha256) return known.players
    const list = await stored.select(['sha256', 'players']).executeTakeFirst()
    if (list === undefined)
      throw new ProviderError('unavailable', 'the list of players has not been read yet')
    const text = (await decompress(list.players)).toString()
    const players = new Map<string, SleeperPlayer>()
    for (const [id, entry] of readPlayers(parseJson(text, STORED_BUDGET))) {
      const player = describePlayer(entry)
      if (player !== null) players.set(id, player)
    }
    known = { version: list.sha256, players }
    return players
  })
}
