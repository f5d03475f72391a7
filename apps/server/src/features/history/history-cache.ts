import { createHash } from 'node:crypto'
import { getHistory } from '@fieldhouse/contract/history'
import { buildHistory, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { HistoryReader } from '../../database/history-reader.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { presentHistory } from './present-history.ts'

export type BuiltHistory = {
  history: LeagueHistory
  pictures: PictureAddresses
  /** The answer to `getHistory`, as it is sent. */
  body: Buffer
  etag: string
}

/** The address of each owner's picture; none for an owner without one. */
export type PictureAddresses = ReadonlyMap<Owner, string>

/** Leagues whose history is kept; one of twenty seasons takes about a megabyte. */
const MAX_LEAGUES = 32

export type HistoryCache = ReturnType<typeof historyCache>

/** A league's history is worked out once, and again only when something stored changed in it. */
export function historyCache(reader: HistoryReader, pictures: Pick<OwnerPictures, 'version' | 'findUrl'>) {
  const kept = new Map<number, { version: string; built: Promise<BuiltHistory> }>()

  return {
    /** Another text once the folder of pictures changed, which people may do by hand. */
    picturesVersion: () => pictures.version(),

    /** As it is now: what was stored before the call is in it. */
    async get(leagueId: number): Promise<BuiltHistory> {
      const version = `${await reader.getVersion(leagueId)} ${await pictures.version()}`
      const known = kept.get(leagueId)
      kept.delete(leagueId)
      const entry = known?.version === version ? known : { version, built: loadHistory(leagueId) }
      // Put behind the others, so that the one that nobody asks for goes first.
      kept.set(leagueId, entry)
      for (const [oldest] of kept) {
        if (kept.size <= MAX_LEAGUES) break
        kept.delete(oldest)
      }
      return entry.built
    },
  }

  async function loadHistory(leagueId: number): Promise<BuiltHistory> {
    try {
      const { input, ...freshness } = await reader.getHistory(leagueId)
      const history = buildHistory(input)
      const addresses = await loadAddresses(history.owners)
      const answer = getHistory.schema.response[200].parse(presentHistory(history, addresses, freshness))
      const body = Buffer.from(JSON.stringify(answer))
      return { history, pictures: addresses, body, etag: computeEtag(body) }
    } catch (error) {
      kept.delete(leagueId)
      throw error
    }
  }

  async function loadAddresses(owners: readonly Owner[]): Promise<PictureAddresses> {
    const found = await Promise.all(
      owners.map(async (owner) => [owner, await pictures.findUrl(owner.slug)] as const),
    )
    return new Map(found.flatMap(([owner, address]) => (address === null ? [] : [[owner, address]])))
  }
}

function computeEtag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}
