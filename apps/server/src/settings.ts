import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { newToken } from './crypto/crypto.ts'
import type { DatabaseAddress } from './database/engine/database.ts'
import { isDiskFull } from './database/engine/database-errors.ts'
import { flushFolderSync, makeFolderSync } from './files/durable-files.ts'

const urlSchema = (protocols: readonly string[], expected: string) =>
  z.string().refine((text) => {
    const protocol = protocols.find((each) => text.startsWith(each))
    return protocol !== undefined && text.length > protocol.length && URL.canParse(text)
  }, `expected ${expected}`)

const WebAddress = urlSchema(['http://', 'https://'], 'a URL that starts with http:// or https://')
  // fetch rejects such URLs, and its error message would reveal the password.
  .refine((text) => !hasCredentials(text), 'expected a URL without a username or password')
  .transform((text) => text.replace(/\/+$/, ''))

const MediaAddress = urlSchema(['file:', 's3://'], 'file:FOLDER or s3://bucket/prefix').refine(
  (text) => isDecodable(text) && !hasCredentials(text),
  'expected file:FOLDER or s3://bucket/prefix, with % encoded as %25',
)

const ESCAPING_HINT = 'with / ? # @ and % in the password encoded as %2F %3F %23 %40 and %25'

/**
 * A URL with a password. If an unescaped character ended the host part within the password, the rest would be
 * parsed as a path and could be shown in messages, so such a URL is rejected.
 */
const serverUrlSchema = (protocols: readonly string[], expected: string) =>
  z
    .string()
    .refine((text) => protocols.some((each) => text.startsWith(each) && text.length > each.length), {
      error: `expected ${expected}`,
      abort: true,
    })
    .refine((text) => hasCompleteAuthority(text), `expected ${expected}, ${ESCAPING_HINT}`)

export const DatabaseUrl = serverUrlSchema(
  ['postgres://', 'postgresql://'],
  'a URL that starts with postgres://',
)

const MailAddress = serverUrlSchema(
  ['smtp://', 'smtps://'],
  'a URL that starts with smtp:// or smtps://',
).refine((text) => isDecodable(text), `expected a URL ${ESCAPING_HINT}`)

/** The addresses of trusted proxies, in the notation of Fastify's `trustProxy`. */
const TrustedProxies = z
  .string()
  .refine(
    (text) => text === 'off' || text.split(',').every((each) => isProxyAddress(each.trim())),
    'expected a comma-separated list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
  )
  .transform((text) => (text === 'off' ? undefined : text))

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

function hasCompleteAuthority(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, search, hash } = new URL(text)
  return !`${pathname}${search}${hash}`.includes('@')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

const OnOff = z.enum(['0', '1'], 'expected 0 or 1').transform((text) => text === '1')

const numberAs = (pattern: RegExp, expected: string) =>
  z.string().regex(pattern, `expected ${expected}`).transform(Number)

const Megabytes = numberAs(/^(?=\d*[1-9])\d{1,7}$/, 'a whole number of megabytes')

const SOURCES = ['odds', 'weather', 'news', 'sheets'] as const

const Milliseconds = numberAs(/^\d{1,6}$/, 'a whole number of milliseconds, or 0 to turn it off')

export const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: numberAs(/^\d{1,5}$/, 'a port from 0 to 65535')
    .refine((port) => port <= 65_535, 'expected a port from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: WebAddress.optional(),
  TRUST_PROXY: TrustedProxies.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: DatabaseUrl.optional(),
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= 32, 'expected at least 32 bytes')
    .optional(),
  SECRET_KEY_PREVIOUS: z.string().optional(),
  // Shorter than MIN_ADMIN_CODE_LENGTH only for sites that have such a code already.
  ADMIN_SIGNUP_CODE: z.string().trim().min(8, 'expected at least 16 characters').optional(),
  SIGNUP: z.enum(['open', 'invite'], 'expected open or invite').optional(),
  ESPN_SWID: z.string().optional(),
  ESPN_S2: z.string().optional(),
  ESPN_BASE_URL: WebAddress.default('https://lm-api-reads.fantasy.espn.com'),
  ESPN_SITE_URL: WebAddress.default('https://site.api.espn.com'),
  SLEEPER_BASE_URL: WebAddress.default('https://api.sleeper.app'),
  SLEEPER_CDN_URL: WebAddress.default('https://sleepercdn.com'),
  PROVIDER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(100),
  IMAGES_BASE_URL: WebAddress.default('https://a.espncdn.com'),
  IMAGES_OFF: OnOff.default(false),
  LINK_PREVIEWS: OnOff.default(true),
  WEATHER_BASE_URL: WebAddress.default('https://api.open-meteo.com'),
  NEWS_BASE_URL: WebAddress.default('https://news.google.com'),
  SHEETS_BASE_URL: WebAddress.default('https://docs.google.com'),
  DISCORD_BASE_URL: WebAddress.default('https://discord.com'),
  SLACK_BASE_URL: WebAddress.default('https://hooks.slack.com'),
  GROUPME_BASE_URL: WebAddress.default('https://api.groupme.com'),
  HIBP_BASE_URL: WebAddress.optional(),
  LLM_BASE_URL: WebAddress.optional(),
  LLM_MODEL: z.string().min(1).optional(),
  LLM_API_KEY: z.string().min(1).optional(),
  PUSH_ANYWHERE: OnOff.default(false),
  REQUIRE_SECOND_FACTOR: OnOff.default(false),
  SOURCES_OFF: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .pipe(z.array(z.enum(SOURCES, `expected a comma-separated list of ${SOURCES.join(', ')}`)))
    .default([]),
  PROVIDER_USER_AGENT: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+ \(\+https?:\/\/\S+\)$/, 'expected the format Name/1.0 (+https://url)')
    .default('Fieldhouse/0.2 (+https://fieldhouse.invalid)'),
  NOW: z.iso
    .datetime({ offset: true, error: 'expected a date and time such as 2026-09-13T17:00:00Z' })
    .optional(),
  REFRESH_SCHEDULE: z.enum(['on', 'off'], 'expected on or off').default('on'),
  SMTP_URL: MailAddress.optional(),
  MAIL_FROM: z.string().optional(),
  DEV_LINKS: OnOff.default(false),
  MAX_UPLOAD_MB: Megabytes.default(50),
  MAX_MEDIA_MB_PER_PERSON: Megabytes.default(500),
  MAX_MEDIA_MB_PER_LEAGUE: Megabytes.default(5000),
  RATE_LIMIT_FACTOR: numberAs(
    /^\d{1,4}(?:\.\d{1,3})?$/,
    'a number such as 2 or 0.5, or 0 to turn the limits off',
  ).default(1),
  MEDIA_URL: MediaAddress.optional(),
  S3_ENDPOINT: WebAddress.optional(),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  BACKUPS: z.enum(['on', 'off'], 'expected on or off').default('on'),
  BACKUPS_URL: MediaAddress.optional(),
  BETSLIP_LEAGUE: z.string().optional(),
  DRAFT_APP_URL: WebAddress.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'expected fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  SLOW_QUERY_MS: Milliseconds.default(200),
  PAGE_RENDER_MS: Milliseconds.default(150),
  METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  UPDATES_URL: WebAddress.optional(),
})

/** The settings, without those of sign-in providers and of the AWS library. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

export type Settings = z.output<typeof Environment> & {
  /** Absolute. */
  dataDir: string
  database: DatabaseAddress
  /** From the environment, otherwise generated on the first start and stored in the data directory. */
  secretKey: string
  adminSignupCode: string
  /** This machine's address on its network, where the server listens, too; absent if it does not. */
  lanHost?: string
  /** The OpenID Connect providers, in the order of their numbers. */
  oidcProviders: readonly OidcSettings[]
}

/** The environment is invalid. The message has one line per setting. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * An empty value counts as unset. Creates the data directory and the secrets in it on the first start. Throws a
 * SettingsError that names each invalid setting and the expected value.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const oidc = readOidcSettings(given)
  const fieldProblems = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path[0]?.toString() ?? 'environment'}: ${issue.message}`,
  )
  const problems = [...fieldProblems, ...crossFieldProblems(given), ...oidc.problems]
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems.join('\n'))
  const dataDir = resolve(parsed.data.DATA_DIR)
  const { DATABASE_URL, SECRET_KEY, ADMIN_SIGNUP_CODE } = parsed.data
  createDataDir(dataDir)
  return {
    ...parsed.data,
    oidcProviders: oidc.providers,
    dataDir,
    database:
      DATABASE_URL === undefined
        ? { engine: 'sqlite', file: join(dataDir, 'fieldhouse.db') }
        : { engine: 'postgres', url: DATABASE_URL },
    secretKey: SECRET_KEY ?? readOrCreateSecret(join(dataDir, 'secret-key')),
    adminSignupCode: ADMIN_SIGNUP_CODE ?? readOrCreateSecret(join(dataDir, 'admin-signup-code'), 12),
  }
}

/** Of the values as they are given, so that they are named beside values that are wrong by themselves. */
function crossFieldProblems(env: { [name in keyof z.input<typeof Environment>]?: string | undefined }) {
  const isProduction = env.NODE_ENV === 'production'
  const isBucket = (url: string | undefined) => url?.startsWith('s3:') === true
  const missing = (name: keyof typeof env, isNeeded: boolean, condition: string) =>
    isNeeded && env[name] === undefined && `${name}: required when ${condition}`
  return [
    isProduction && env.NOW !== undefined && 'NOW: a fixed clock is not allowed when NODE_ENV=production',
    isProduction && env.DEV_LINKS === '1' && 'DEV_LINKS: not allowed when NODE_ENV=production',
    isProduction && env.PUSH_ANYWHERE === '1' && 'PUSH_ANYWHERE: not allowed when NODE_ENV=production',
    missing('S3_ENDPOINT', isBucket(env.MEDIA_URL), 'MEDIA_URL is an s3:// URL'),
    missing('S3_ENDPOINT', isBucket(env.BACKUPS_URL), 'BACKUPS_URL is an s3:// URL'),
    missing('MAIL_FROM', env.SMTP_URL !== undefined, 'SMTP_URL is set'),
    missing('LLM_MODEL', env.LLM_BASE_URL !== undefined, 'LLM_BASE_URL is set'),
    missing(
      'LLM_BASE_URL',
      (env.LLM_MODEL ?? env.LLM_API_KEY) !== undefined,
      'LLM_MODEL or LLM_API_KEY is set',
    ),
    missing('ESPN_SWID', env.ESPN_S2 !== undefined, 'ESPN_S2 is set'),
    missing('ESPN_S2', env.ESPN_SWID !== undefined, 'ESPN_SWID is set'),
  ].filter((problem) => problem !== false)
}

function createDataDir(dataDir: string): void {
  try {
    makeFolderSync(dataDir)
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR: cannot create the directory ${dataDir}. Choose one that this user can write to.`,
      {
        cause,
      },
    )
  }
}

/** Reads the secret in a file. Creates it if the file is missing, or is empty because the disk was full. */
function readOrCreateSecret(file: string, length?: number): string {
  try {
    if (existsSync(file) && readFileSync(file, 'utf8').trim() === '') rmSync(file)
    if (!existsSync(file)) createSecret(file, newToken(length))
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const message = isDiskFull(cause)
      ? `DATA_DIR: no space left to write ${file}. Free some space and start again.`
      : `DATA_DIR: cannot read or write ${file}. Give this user permission to do both.`
    throw new SettingsError(message, { cause })
  }
}

/** Writes the file atomically, and never replaces one that another process has just created. */
function createSecret(file: string, secret: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, secret, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    // Some file systems do not support hard links.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  flushFolderSync(dirname(file))
}

/** Standard settings of Node packages, and of `readOidcSettings`. */
const OTHER_NAMES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']

const KNOWN_NAMES = [...Object.keys(Environment.shape), ...OTHER_NAMES, ...OIDC_NAMES]

export function givenSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).filter((name) => environment[name] !== '' && isKnown(name))
}

/** Variables that are no settings, but whose names differ in one or two characters from one. */
export function unknownSettings(environment: NodeJS.ProcessEnv): { name: string; similar: string }[] {
  return Object.keys(environment)
    .filter((name) => !isKnown(name))
    .flatMap((name) => {
      const written = withoutNumber(name.toUpperCase())
      const similar = KNOWN_NAMES.find(
        (known) => known.length > 3 && editDistance(written, known) <= (known.length < 8 ? 1 : 2),
      )
      return similar === undefined ? [] : [{ name, similar }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function isKnown(name: string): boolean {
  return KNOWN_NAMES.includes(withoutNumber(name))
}

/** The settings of further sign-in providers have a number. */
function withoutNumber(name: string): string {
  return name.replace(/^(OIDC_.+)_[1-9]\d?$/, '$1')
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const above = rows[row - 1] ?? []
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      cost = Math.min(cost, (above[column - 1] ?? 0) + (isSame ? 0 : 1))
      if (row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (rows[row - 2]?.[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    rows.push(current)
  }
  return rows[a.length]?.[b.length] ?? 0
}

export function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

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
