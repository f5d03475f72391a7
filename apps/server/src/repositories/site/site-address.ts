import type { Db } from '../../database/engine/database.ts'
import { readSiteSettings } from './site-settings.ts'

/** How long a change in another process can go unnoticed. */
const MAX_AGE_MS = 5000

/** The URL under which people open the site. */
export type SiteAddress = {
  /** PUBLIC_URL, or else the URL that a site admin has confirmed; null without either. */
  current: () => string | null
  /** Whether that URL uses https. */
  isSecure: () => boolean
  /** Reads a change that another process has made, or with `isForced` any. */
  refresh: (isForced?: boolean) => Promise<void>
}

export async function siteAddress(
  db: Db,
  { PUBLIC_URL }: { PUBLIC_URL?: string | undefined },
): Promise<SiteAddress> {
  let address = PUBLIC_URL ?? null
  let readAt = Number.NEGATIVE_INFINITY
  const refresh = async (isForced = false) => {
    if (PUBLIC_URL !== undefined || (!isForced && performance.now() - readAt < MAX_AGE_MS)) return
    readAt = performance.now()
    address = (await readSiteSettings(db)).address
  }
  await refresh()
  return { current: () => address, isSecure: () => address?.startsWith('https:') ?? false, refresh }
}
