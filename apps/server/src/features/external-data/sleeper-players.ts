import { coalesce } from '../../database/engine/coalesce.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { PlayerDirectory } from '../../providers/league-provider.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { SleeperClient } from '../../providers/sleeper/client/sleeper-client.ts'
import { readPlayers } from '../../providers/sleeper/schemas/player-bodies.ts'
import { describePlayer, type SleeperPlayer } from '../../providers/sleeper/translate/players.ts'
import type { PlayerListStore } from '../../repositories/nfl/player-list-store.ts'

const STORED_BUDGET = { maxDepth: 8, maxValues: 1_000_000 }

/** The fetch of the list that names all players. */
export interface PlayerListSource {
  /** Whether any league needs the list. */
  isNeeded(): Promise<boolean>
  /** Replaces the stored list, unless the answer has no players. Throws a ProviderError. */
  fetch(signal: AbortSignal): Promise<void>
}

/** Sleeper's list of all players. Only the fields that are read of them are stored. */
export function sleeperPlayerList(
  store: PlayerListStore,
  client: Pick<SleeperClient, 'getPlayers'>,
): PlayerListSource {
  return {
    isNeeded: () => store.isNeeded('sleeper'),
    async fetch(signal) {
      const response = await client.getPlayers(signal)
      const players = response === null ? new Map() : readPlayers(response.json)
      if (players.size === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
      await store.save('sleeper', JSON.stringify(Object.fromEntries(players)))
    },
  }
}

/**
 * The players of the stored list, in memory until there is another one. Throws a ProviderError before the first one was
 * stored: lineups without names would stay without them, while missing lineups are read again.
 */
export function storedSleeperPlayers(store: Pick<PlayerListStore, 'find' | 'findVersion'>): PlayerDirectory {
  let known: { version: string; players: ReadonlyMap<string, SleeperPlayer> } | null = null

  return coalesce(async () => {
    if (known !== null && known.version === (await store.findVersion('sleeper'))) return known.players
    const stored = await store.find('sleeper')
    if (stored === null) throw new ProviderError('unavailable', 'the list of players has not been read yet')
    const entries = readPlayers(parseJson(stored.text, STORED_BUDGET))
    const players = new Map<string, SleeperPlayer>()
    for (const [id, entry] of entries) {
      const player = describePlayer(entry)
      if (player !== null) players.set(id, player)
    }
    known = { version: stored.version, players }
    return players
  })
}
