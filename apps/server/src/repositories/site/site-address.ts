import { isIPv4 } from 'node:net'
import { isLoopbackHost, whoCanOpen } from '@fieldhouse/domain/hosts'
import type { Db } from '../../database/engine/database.ts'
import { readSiteSettings } from './site-settings.ts'

/** How long a change in another process can go unnoticed. */
const MAX_AGE_MS = 5000

export type SiteAddress = {
  /** PUBLIC_URL, or else the URL that a site admin has confirmed; null without either. */
  current: () => string | null
  isSecure: () => boolean
  /** Reads a change that another process has made, or with `isForced` any. */
  refresh: (isForced?: boolean) => Promise<void>
}

/** `lanHost`: the address of the machine on its network, if the site is for the other devices there. */
type AddressSettings = { PUBLIC_URL?: string | undefined; lanHost?: string | undefined }

export async function siteAddress(db: Db, { PUBLIC_URL, lanHost }: AddressSettings): Promise<SiteAddress> {
  let address = PUBLIC_URL ?? null
  let readAt = Number.NEGATIVE_INFINITY
  const refresh = async (isForced = false) => {
    if (PUBLIC_URL !== undefined || (!isForced && performance.now() - readAt < MAX_AGE_MS)) return
    readAt = performance.now()
    const confirmed = (await readSiteSettings(db)).address
    address = confirmed === null || isOfElsewhere(confirmed, lanHost) ? null : confirmed
  }
  await refresh()
  return { current: () => address, isSecure: () => address?.startsWith('https:') ?? false, refresh }
}

/** Whether a network cannot open a URL: one of this machine only, or with an address that it had some other day. */
function isOfElsewhere(url: string, lanHost: string | undefined): boolean {
  const { hostname } = new URL(url)
  if (lanHost === undefined || hostname === lanHost) return false
  return isLoopbackHost(hostname) || (isIPv4(hostname) && whoCanOpen(hostname) === 'network')
}
