import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { DatabaseAddress } from './database/database.ts'
import { newToken } from './http/tokens.ts'

const urlSchema = (protocols: readonly string[], expected: string) =>
  z.string().refine((text) => {
    const protocol = protocols.find((each) => text.startsWith(each))
    return protocol !== undefined && text.length > protocol.length && URL.canParse(text)
  }, `expected ${expected}`)

const WebAddress = urlSchema(['http://', 'https://'], 'an address that begins with http:// or https://')
  // No request can be made to such an address, and the failure would tell the password.
  .refine((text) => !hasUser(text), 'expected an address without a user and a password in it')
  .transform((text) => text.replace(/\/+$/, ''))

const MediaAddress = urlSchema(['file:', 's3://'], 'file:FOLDER or s3://bucket/prefix').refine(
  (text) => isDecodable(text) && !hasUser(text),
  'expected file:FOLDER or s3://bucket/prefix, with % written as %25',
)

const ESCAPING_HINT = 'with / ? # @ and % in its password written as %2F %3F %23 %40 and %25'

/** An address with a password in it. One that ends within the password is refused: the rest would count as a place, and be told. */
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
  'an address that begins with postgres://',
)

const MailAddress = serverUrlSchema(
  ['smtp://', 'smtps://'],
  'an address that begins with smtp:// or smtps://',
).refine((text) => isDecodable(text), `expected an address ${ESCAPING_HINT}`)

const OnOff = z.enum(['0', '1'], 'expected 0 or 1').transform((text) => text === '1')

/** What Fastify takes for the addresses of trusted proxies. */
const TrustedProxies = z
  .string()
  .refine(
    (text) => text === 'off' || text.split(',').every((each) => isProxyAddress(each.trim())),
    'expected a comma list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
  )
  .transform((text) => (text === 'off' ? undefined : text))

const SOURCES = ['odds', 'weather', 'news', 'sheets'] as const

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'expected a port, 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'expected a port, 0 to 65535')
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
  ADMIN_SIGNUP_CODE: z.string().min(8, 'expected at least 8 characters').optional(),
  ESPN_SWID: z.string().optional(),
  ESPN_S2: z.string().optional(),
  ESPN_BASE_URL: WebAddress.default('https://lm-api-reads.fantasy.espn.com'),
  ESPN_SITE_URL: WebAddress.default('https://site.api.espn.com'),
  WEATHER_BASE_URL: WebAddress.default('https://api.open-meteo.com'),
  NEWS_BASE_URL: WebAddress.default('https://news.google.com'),
  SHEETS_BASE_URL: WebAddress.default('https://docs.google.com'),
  DISCORD_BASE_URL: WebAddress.default('https://discord.com'),
  SLACK_BASE_URL: WebAddress.default('https://hooks.slack.com'),
  PUSH_ANYWHERE: OnOff.default(false),
  SOURCES_OFF: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .pipe(z.array(z.enum(SOURCES, `expected a comma list of ${SOURCES.join(', ')}`)))
    .default([]),
  PROVIDER_USER_AGENT: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+ \(\+https?:\/\/\S+\)$/, 'expected the form Name/1.0 (+https://address)')
    .default('Fieldhouse/0.1 (+https://fieldhouse.invalid)'),
  NOW: z.iso.datetime({ offset: true, error: 'expected an instant such as 2026-09-13T17:00:00Z' }).optional(),
  REFRESH_SCHEDULE: z.enum(['on', 'off'], 'expected on or off').default('on'),
  SMTP_URL: MailAddress.optional(),
  MAIL_FROM: z.string().optional(),
  DEV_LINKS: OnOff.default(false),
  MAX_UPLOAD_MB: z
    .string()
    .regex(/^\d{1,5}$/, 'expected a whole number of megabytes')
    .transform(Number)
    .refine((size) => size > 0, 'expected a whole number of megabytes')
    .default(50),
  MEDIA_URL: MediaAddress.optional(),
  S3_ENDPOINT: WebAddress.optional(),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  BETSLIP_LEAGUE: z.string().optional(),
  DRAFT_APP_URL: WebAddress.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'expected fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^\d{1,6}$/, 'expected a whole number of milliseconds; 0 for none')
    .transform(Number)
    .default(200),
  METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
})

export type Settings = z.output<typeof Environment> & {
  /** Absolute. */
  dataDir: string
  database: DatabaseAddress
  /** Set through the environment, else made at the first start and kept in the data folder. */
  secretKey: string
  adminSignupCode: string
}

/** What is wrong with the environment, a line a setting. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * Reads every setting from the environment. An empty value counts as unset. Makes the data
 * folder and the secrets in it on the first start.
 * Throws a SettingsError that names each wrong setting and what is expected of it.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const problems = parsed.success
    ? crossFieldProblems(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? 'environment'}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems.join('\n'))
  const dataDir = resolve(parsed.data.DATA_DIR)
  const { DATABASE_URL, SECRET_KEY, ADMIN_SIGNUP_CODE } = parsed.data
  createDataDir(dataDir)
  return {
    ...parsed.data,
    dataDir,
    database:
      DATABASE_URL === undefined
        ? { engine: 'sqlite', file: join(dataDir, 'fieldhouse.db') }
        : { engine: 'postgres', url: DATABASE_URL },
    secretKey: SECRET_KEY ?? readOrCreateSecret(join(dataDir, 'secret-key')),
    adminSignupCode: ADMIN_SIGNUP_CODE ?? readOrCreateSecret(join(dataDir, 'admin-signup-code'), 12),
  }
}

function crossFieldProblems(env: z.output<typeof Environment>): string[] {
  const problems: string[] = []
  if (env.NODE_ENV === 'production') {
    if (env.NOW !== undefined) problems.push('NOW: a fixed clock is refused when NODE_ENV=production')
    if (env.DEV_LINKS) problems.push('DEV_LINKS: refused when NODE_ENV=production')
    if (env.PUSH_ANYWHERE) problems.push('PUSH_ANYWHERE: refused when NODE_ENV=production')
  }
  if (env.MEDIA_URL?.startsWith('s3:') && env.S3_ENDPOINT === undefined) {
    problems.push('S3_ENDPOINT: expected, because MEDIA_URL names an object storage')
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM: expected, because SMTP_URL is set')
  }
  if (env.ESPN_SWID === undefined && env.ESPN_S2 !== undefined) {
    problems.push('ESPN_SWID: expected, because ESPN_S2 is set')
  }
  if (env.ESPN_S2 === undefined && env.ESPN_SWID !== undefined) {
    problems.push('ESPN_S2: expected, because ESPN_SWID is set')
  }
  return problems
}

function hasUser(text: string): boolean {
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

function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new SettingsError(`DATA_DIR: the folder ${dataDir} cannot be made. Name one that may be written.`, {
      cause,
    })
  }
}

/** The secret in a file; made there when the file is missing, or empty after a full disk. */
function readOrCreateSecret(file: string, length?: number): string {
  try {
    if (existsSync(file) && readFileSync(file, 'utf8').trim() === '') rmSync(file)
    if (!existsSync(file)) createSecret(file, newToken(length))
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
    const sentence = isFull
      ? `there is no room left for ${file}. Free some space, and start again.`
      : `${file} cannot be written or read. Give this user the right to do both.`
    throw new SettingsError(`DATA_DIR: ${sentence}`, { cause })
  }
}

/** Whole or not at all, and never in the place of one that another start has just made. */
function createSecret(file: string, secret: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, secret, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    // Some file systems have no links.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
