import { isIPv4 } from 'node:net'
import { isLoopbackHost, whoCanOpen } from '@fieldhouse/domain/hosts'
import type { Db } from '../database/engine/database.ts'
import { upsert } from '../database/engine/queries.ts'

/** Who can create an account: anybody, or only people with an invite link. */
type Signup = 'open' | 'invite'

/** What site admins have chosen in the page; null for what they have not. */
type SiteSettings = {
  signup: Signup | null
  /** The URL under which people open the site, without a path. */
  address: string | null
  /** Whether what is left to set up on a new site is not shown any more. */
  checklist: 'hidden' | null
}

/** Settings of the environment take precedence over these. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.selectFrom('site_settings').selectAll().execute()
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    signup: values.get('signup') === 'invite' ? 'invite' : values.has('signup') ? 'open' : null,
    address: values.get('address') ?? null,
    checklist: values.has('checklist') ? 'hidden' : null,
  }
}

/** Replaces one setting, or removes it if `value` is null. */
export async function saveSiteSetting(db: Db, name: keyof SiteSettings, value: string | null): Promise<void> {
  if (value === null) await db.deleteFrom('site_settings').where('name', '=', name).execute()
  else await upsert(db, 'site_settings', { name }, { value })
}

/** Who can create an account, by the environment's SIGNUP or else the choice of the site admins. */
export async function readSignup(db: Db, { SIGNUP }: { SIGNUP?: Signup | undefined }): Promise<Signup> {
  return SIGNUP ?? (await readSiteSettings(db)).signup ?? 'open'
}

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
