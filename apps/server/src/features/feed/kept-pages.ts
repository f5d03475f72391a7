import { createHash } from 'node:crypto'
import { listFeed } from '@fieldhouse/contract/feed'
import type { FeedReader, Reader } from './feed-reader.ts'
import type { PageQuery } from './item-head.ts'

/** All kept pages together, in characters. */
const KEPT_CHARACTERS = 32 * 1024 * 1024

/** A page as it is sent. */
export type SentPage = { json: string; etag: string }

type KeptPage = SentPage & {
  version: number
  /** Who stands in it, and under which names. */
  people: readonly number[]
  names: string
  /** When what it says of a closing time becomes wrong; null for never. */
  until: number | null
}

export type FeedPages = ReturnType<typeof keptPages>

/**
 * Pages of feeds as they are sent, kept for as long as nothing in them has changed. Whether
 * something has is asked of the database each time, so that several processes agree.
 */
export function keptPages(feed: FeedReader, keptCharacters = KEPT_CHARACTERS) {
  const kept = new Map<string, KeptPage>()
  let characters = 0

  return {
    async page(reader: Reader, query: PageQuery): Promise<SentPage> {
      const key = JSON.stringify([reader.leagueId, reader.league, reader.userId, reader.canRunLeague, query])
      const version = await feed.version(reader.leagueId)
      const known = kept.get(key)
      const isRight = known !== undefined && (await isStillRight(known, version, reader.now))
      return keep(key, isRight ? known : await readPage(reader, query, version))
    },
  }

  async function isStillRight(page: KeptPage, version: number, now: Date): Promise<boolean> {
    if (page.version !== version || (page.until !== null && page.until <= now.getTime())) return false
    return page.names === inText(await feed.names(page.people))
  }

  /** `version` was read before the page, so that a change in between makes the page old at once. */
  async function readPage(reader: Reader, query: PageQuery, version: number): Promise<KeptPage> {
    const { items, next, names, closesAt } = await feed.page(reader, query)
    const json = JSON.stringify(listFeed.schema.response[200].parse({ items, next }))
    return {
      json,
      etag: `"${createHash('sha1').update(json).digest('base64')}"`,
      version,
      people: [...names.keys()],
      names: inText(names),
      until: closesAt,
    }
  }

  /** Keeps a page as the one that was used last, and drops those unused for longest when there are too many. */
  function keep(key: string, page: KeptPage): KeptPage {
    const before = kept.get(key)
    if (before !== undefined) forget(key, before)
    kept.set(key, page)
    characters += page.json.length
    for (const [oldKey, old] of kept) {
      if (characters <= keptCharacters) break
      forget(oldKey, old)
    }
    return page
  }

  function forget(key: string, page: KeptPage): void {
    if (kept.delete(key)) characters -= page.json.length
  }
}

function inText(names: ReadonlyMap<number, string>): string {
  return JSON.stringify([...names])
}
