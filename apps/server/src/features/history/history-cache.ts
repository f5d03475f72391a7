import { createHash } from 'node:crypto'
import { getHistory } from '@fieldhouse/contract/history'
import { buildHistory, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { HistoryReader } from '../../database/history-reader.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { presentHistory } from './present-history.ts'

export type BuiltHistory = {
  history: LeagueHistory
  pictures: Pictures
  /** The answer to `getHistory`, as it is sent. */
  body: Buffer
  etag: string
}

/** The address of each owner's picture; none for an owner without one. */
export type Pictures = ReadonlyMap<Owner, string>

/** Leagues whose history is kept; one of twenty seasons takes about a megabyte. */
const LEAGUES_KEPT = 32

export type HistoryCache = ReturnType<typeof historyCache>

/** A league's history is worked out once, and again only when something stored changed in it. */
export function historyCache(reader: HistoryReader, pictures: Pick<OwnerPictures, 'version' | 'addressOf'>) {
  const kept = new Map<number, { version: string; built: Promise<BuiltHistory> }>()

  return {
    /** Another text once the folder of pictures changed, which people may do by hand. */
    picturesVersion: () => pictures.version(),

    /** As it is now: what was stored before the call is in it. */
    async of(leagueId: number): Promise<BuiltHistory> {
      const version = `${await reader.versionOf(leagueId)} ${await pictures.version()}`
      const known = kept.get(leagueId)
      kept.delete(leagueId)
      const entry = known?.version === version ? known : { version, built: build(leagueId) }
      // Put behind the others, so that the one that nobody asks for goes first.
      kept.set(leagueId, entry)
      for (const [oldest] of kept) {
        if (kept.size <= LEAGUES_KEPT) break
        kept.delete(oldest)
      }
      return entry.built
    },
  }

  async function build(leagueId: number): Promise<BuiltHistory> {
    try {
      const { past, ...freshness } = await reader.pastOf(leagueId)
      const history = buildHistory(past)
      const addresses = await addressesOf(history.owners)
      const answer = getHistory.schema.response[200].parse(presentHistory(history, addresses, freshness))
      const body = Buffer.from(JSON.stringify(answer))
      return { history, pictures: addresses, body, etag: etagOf(body) }
    } catch (error) {
      kept.delete(leagueId)
      throw error
    }
  }

  async function addressesOf(owners: readonly Owner[]): Promise<Pictures> {
    const found = await Promise.all(
      owners.map(async (owner) => [owner, await pictures.addressOf(owner.slug)] as const),
    )
    return new Map(found.flatMap(([owner, address]) => (address === null ? [] : [[owner, address]])))
  }
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}
