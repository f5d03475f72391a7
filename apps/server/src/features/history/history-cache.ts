import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getHistory } from '@fieldhouse/contract/history'
import { buildHistory, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import type { HistoryReader } from '../../repositories/history/history-reader.ts'
import { type OwnerPictureStore, pictureSourceOf } from '../../repositories/history/owner-picture-store.ts'
import { presentHistory, presentTrophy, type TrophyResponse } from './present-history.ts'

export type BuiltHistory = {
  history: LeagueHistory
  pictures: PictureUrls
  trophy: TrophyResponse | null
  /** The serialized response of `getHistory`. */
  body: Buffer
  etag: string
  /** Whether `pictures` and `trophy` are still current. Checked at most once a second. */
  hasCurrentPictures: () => Promise<boolean>
}

/** Picture URLs by owner. Owners without a picture have no entry. */
export type PictureUrls = ReadonlyMap<Owner, string>

/** Maximum number of cached leagues. A league with twenty seasons takes about 1 MB. */
const MAX_LEAGUES = 32

/** How long a picture that an operator changed by hand may go unnoticed. Uploads take effect immediately. */
const PICTURE_CHECK_INTERVAL_MS = 1000

/**
 * Caches the computed history of each league until its stored data or one of its pictures changes.
 * Operators may also add, overwrite or remove picture files by hand.
 */
export interface HistoryCache {
  /** Returns the current history, including everything committed before the call. */
  get(leagueId: number): Promise<BuiltHistory>
}

export function historyCache(
  reader: HistoryReader,
  uploadedPictures: OwnerPictureStore,
  folder: Pick<OwnerPictures, 'findVersion' | 'listSlugs'>,
  now: () => Date,
): HistoryCache {
  const cache = new Map<number, { version: string; built: Promise<BuiltHistory> }>()

  return {
    async get(leagueId) {
      const version = await reader.getVersion(leagueId)
      const cached = cache.get(leagueId)
      cache.delete(leagueId)
      const entry = cached?.version === version ? cached : { version, built: loadHistory(leagueId) }
      // Reinsert at the end: eviction starts with the least recently used league.
      cache.set(leagueId, entry)
      for (const [oldest] of cache) {
        if (cache.size <= MAX_LEAGUES) break
        cache.delete(oldest)
      }
      if (entry !== cached) return entry.built
      const { built } = entry
      const { history, pictures, trophy } = await built
      const isCurrent = isDeepStrictEqual(await loadPictures(leagueId, history.owners), { pictures, trophy })
      // Another call may have replaced it in the meantime.
      if (!isCurrent && entry.built === built) entry.built = loadHistory(leagueId)
      return entry.built
    },
  }

  async function loadHistory(leagueId: number): Promise<BuiltHistory> {
    try {
      const { input, imports, files, ...freshness } = await reader.getHistory(leagueId)
      const history = buildHistory(input)
      const loaded = await loadPictures(leagueId, history.owners)
      const response = getHistory.schema.response[200].parse(
        presentHistory(history, { ...loaded, imports, files, freshness }),
      )
      const body = Buffer.from(JSON.stringify(response))
      const hasCurrentPictures = memoizeFor(
        async () => isDeepStrictEqual(await loadPictures(leagueId, history.owners), loaded),
        PICTURE_CHECK_INTERVAL_MS,
        now,
      )
      return { history, ...loaded, body, etag: computeEtag(body), hasCurrentPictures }
    } catch (error) {
      cache.delete(leagueId)
      throw error
    }
  }

  async function loadPictures(
    leagueId: number,
    owners: readonly Owner[],
  ): Promise<Pick<BuiltHistory, 'pictures' | 'trophy'>> {
    const uploaded = await uploadedPictures.list(leagueId)
    const urls = new Map<Owner, string>()
    // Most owners have no file, and looking for each of a hundred would take longer.
    const slugs = new Set(await folder.listSlugs())
    for (const owner of owners) {
      const source = pictureSourceOf(owner, uploaded)
      if (source === null) continue
      const version = 'fileKey' in source ? source.fileKey : await findVersion(slugs, source.slug)
      if (version !== null) urls.set(owner, ownerPictureUrl(uploaded.leagueName, owner.name, version))
    }
    const trophy = uploaded.trophy === null ? null : presentTrophy(uploaded.leagueName, uploaded.trophy)
    return { pictures: urls, trophy }
  }

  async function findVersion(slugs: ReadonlySet<string>, slug: string): Promise<string | null> {
    return slugs.has(slug) ? folder.findVersion(slug) : null
  }
}

/** The URL path of a picture, which changes when the picture changes. */
export function ownerPictureUrl(league: string, owner: string, version: string): string {
  return `/api/league/${encodeURIComponent(league)}/owners/${encodeURIComponent(owner)}/picture/?v=${version}`
}

function computeEtag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Caches the result of `load` for `ttlMs` milliseconds. Failures are not cached. */
export function memoizeFor<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => Date,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; loadedAt: number } | null = null
  return () => {
    const nowMs = now().getTime()
    if (cached !== null && nowMs >= cached.loadedAt && nowMs - cached.loadedAt < ttlMs) return cached.value
    const value = load()
    cached = { value, loadedAt: nowMs }
    value.catch(() => {
      cached = null
    })
    return value
  }
}
