import type { Db } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'

/** Who can create an account: anybody, or only people with an invite link. */
export type Signup = 'open' | 'invite'

/** What site admins have chosen in the page; null for what they have not. */
export type SiteSettings = {
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
