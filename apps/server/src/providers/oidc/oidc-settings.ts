import { z } from 'zod'

export type OidcSettings = {
  /** The number in the names of its settings: '1' for those without one. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}

/** The names of all settings of one provider, such as `OIDC_ISSUER` or `OIDC_ISSUER_2`. */
const SETTING = /^OIDC_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME)(?:_([1-9]\d?))?$/

const MAX_PROVIDERS = 10

const Issuer = z.string().refine(isIssuer, 'expected a URL that starts with https://')

const Provider = z.object({
  ISSUER: Issuer,
  CLIENT_ID: z.string(),
  CLIENT_SECRET: z.string(),
  NAME: z.string().trim().max(40, 'expected at most 40 characters').optional(),
})

/** In the order of their numbers. `problems` has one line per invalid setting. */
export function readOidcSettings(environment: Readonly<Record<string, string | undefined>>): {
  providers: OidcSettings[]
  problems: string[]
} {
  const given = new Map<number, Record<string, string>>()
  for (const [setting, value] of Object.entries(environment)) {
    const [, field, number = '1'] = SETTING.exec(setting) ?? []
    if (field === undefined || value === undefined) continue
    given.set(Number(number), { ...given.get(Number(number)), [field]: value })
  }
  const providers: OidcSettings[] = []
  const problems: string[] = []
  for (const [number, fields] of [...given].toSorted(([a], [b]) => a - b)) {
    const suffix = number === 1 ? '' : `_${number}`
    const { success, data, error } = Provider.safeParse(fields)
    if (!success) problems.push(...error.issues.map((issue) => describeIssue(issue, fields, suffix)))
    else {
      const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = data
      const name = data.NAME ?? new URL(issuer).hostname
      providers.push({ id: String(number), issuer, clientId, clientSecret, name })
    }
  }
  const issuers = providers.map(({ issuer }) => new URL(issuer).href)
  const repeated = providers.filter((_, index) => issuers.indexOf(issuers[index] ?? '') < index)
  problems.push(...repeated.map(({ id }) => `OIDC_ISSUER_${id}: the same issuer as another provider`))
  if (given.size > MAX_PROVIDERS) problems.push(`OIDC_ISSUER: expected at most ${MAX_PROVIDERS} providers`)
  return { providers, problems }
}

function describeIssue(
  { path, message }: z.core.$ZodIssue,
  fields: Readonly<Record<string, string>>,
  suffix: string,
): string {
  const field = String(path[0])
  const set = Object.keys(fields)[0] ?? 'ISSUER'
  return `OIDC_${field}${suffix}: ${field in fields ? message : `required with OIDC_${set}${suffix}`}`
}

/** Only a provider on this machine may use http://. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || isLocal) && `${username}${password}${search}${hash}` === ''
}
