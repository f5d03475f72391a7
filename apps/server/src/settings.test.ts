import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { givenSettings, readSettings, SettingsError, unknownSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ESCAPING_HINT = 'with / ? # @ and % in the password encoded as %2F %3F %23 %40 and %25'

const dataDir = () => join(folder, 'data')

function settingsOf(environment: NodeJS.ProcessEnv = {}) {
  return readSettings({ DATA_DIR: dataDir(), ...environment })
}

/** The lines of the error message; throws if the settings are valid. */
function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    settingsOf(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
  throw new Error('every setting is valid')
}

describe('readSettings', () => {
  it('has a default for every setting', () => {
    expect(settingsOf()).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      dataDir: dataDir(),
      database: { engine: 'sqlite', file: join(dataDir(), 'fieldhouse.db') },
      ESPN_BASE_URL: 'https://lm-api-reads.fantasy.espn.com',
      SOURCES_OFF: [],
      REFRESH_SCHEDULE: 'on',
      DEV_LINKS: false,
      MAX_UPLOAD_MB: 50,
      LOG_LEVEL: 'info',
      SLOW_QUERY_MS: 200,
    })
  })

  it.each([
    ['PORT', 'http', 'expected a port from 0 to 65535'],
    ['PORT', '65536', 'expected a port from 0 to 65535'],
    ['PORT', '-1', 'expected a port from 0 to 65535'],
    ['PORT', '80.5', 'expected a port from 0 to 65535'],
    ['PUBLIC_URL', 'league.example', 'expected a URL that starts with http:// or https://'],
    ['PUBLIC_URL', 'ftp://league.example', 'expected a URL that starts with http:// or https://'],
    [
      'TRUST_PROXY',
      'yes',
      'expected a comma-separated list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      'expected a comma-separated list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
    ],
    ['DATABASE_URL', 'mysql://db', 'expected a URL that starts with postgres://'],
    ['DATABASE_URL', 'postgres:db', 'expected a URL that starts with postgres://'],
    ['DATABASE_URL', 'db.example', 'expected a URL that starts with postgres://'],
    [
      'DATABASE_URL',
      'postgres://me:pa#ss@db/league',
      `expected a URL that starts with postgres://, ${ESCAPING_HINT}`,
    ],
    [
      'DATABASE_URL',
      'postgres://me:12/34@db/league',
      `expected a URL that starts with postgres://, ${ESCAPING_HINT}`,
    ],
    ['SECRET_KEY', 'x'.repeat(31), 'expected at least 32 bytes'],
    ['ADMIN_SIGNUP_CODE', '1234567', 'expected at least 16 characters'],
    ['SIGNUP', 'closed', 'expected open or invite'],
    ['ESPN_BASE_URL', 'espn', 'expected a URL that starts with http:// or https://'],
    ['ESPN_SITE_URL', 'espn', 'expected a URL that starts with http:// or https://'],
    ['SLEEPER_BASE_URL', 'sleeper', 'expected a URL that starts with http:// or https://'],
    ['SLEEPER_CDN_URL', 'cdn', 'expected a URL that starts with http:// or https://'],
    ['IMAGES_BASE_URL', 'espn', 'expected a URL that starts with http:// or https://'],
    ['IMAGES_OFF', 'yes', 'expected 0 or 1'],
    ['LINK_PREVIEWS', 'off', 'expected 0 or 1'],
    ['WEATHER_BASE_URL', '//sky', 'expected a URL that starts with http:// or https://'],
    ['NEWS_BASE_URL', 'news', 'expected a URL that starts with http:// or https://'],
    ['SHEETS_BASE_URL', 'sheets', 'expected a URL that starts with http:// or https://'],
    ['SOURCES_OFF', 'odds,horoscope', 'expected a comma-separated list of odds, weather, news, sheets'],
    ['SLOW_QUERY_MS', '0.5', 'expected a whole number of milliseconds, or 0 to turn it off'],
    ['PROVIDER_USER_AGENT', 'Mozilla/5.0', 'expected the format Name/1.0 (+https://url)'],
    ['NOW', 'yesterday', 'expected a date and time such as 2026-09-13T17:00:00Z'],
    ['NOW', '2026-09-13', 'expected a date and time such as 2026-09-13T17:00:00Z'],
    ['NOW', '2026-02-30T12:00:00Z', 'expected a date and time such as 2026-09-13T17:00:00Z'],
    ['REFRESH_SCHEDULE', 'daily', 'expected on or off'],
    ['SMTP_URL', 'https://mail.example', 'expected a URL that starts with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://me:100%@mail.example', `expected a URL ${ESCAPING_HINT}`],
    [
      'SMTP_URL',
      'smtp://me:12?34@mail.example',
      `expected a URL that starts with smtp:// or smtps://, ${ESCAPING_HINT}`,
    ],
    ['DEV_LINKS', 'true', 'expected 0 or 1'],
    ['MAX_UPLOAD_MB', '0', 'expected a whole number of megabytes'],
    ['MAX_UPLOAD_MB', '1.5', 'expected a whole number of megabytes'],
    ['MEDIA_URL', 'https://media.example', 'expected file:FOLDER or s3://bucket/prefix'],
    ['MEDIA_URL', 's3://', 'expected file:FOLDER or s3://bucket/prefix'],
    [
      'MEDIA_URL',
      's3://me:secret@pictures',
      'expected file:FOLDER or s3://bucket/prefix, with % encoded as %25',
    ],
    ['MEDIA_URL', 'file:100%', 'expected file:FOLDER or s3://bucket/prefix, with % encoded as %25'],
    ['ESPN_BASE_URL', 'http://me:secret@espn', 'expected a URL without a username or password'],
    ['S3_ENDPOINT', 'storage', 'expected a URL that starts with http:// or https://'],
    ['DRAFT_APP_URL', 'draft', 'expected a URL that starts with http:// or https://'],
    ['LOG_LEVEL', 'loud', 'expected fatal, error, warn, info, debug, trace or silent'],
    ['METRICS_TOKEN', 'short', 'expected at least 16 characters'],
  ])('reports %s=%j and the expected value', (name, value, expected) => {
    const related = { MAIL_FROM: 'league@example.com', S3_ENDPOINT: 'http://127.0.0.1:9000' }
    expect(problemsOf({ ...related, [name]: value })).toEqual([`${name}: ${expected}`])
  })

  it('reports all invalid settings in one error', () => {
    const problems = problemsOf({ PORT: 'http', LOG_LEVEL: 'loud', SMTP_URL: 'smtp://mail.example' })
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual(['LOG_LEVEL', 'MAIL_FROM', 'PORT'])
  })

  it.each([
    ['S3_ENDPOINT', { MEDIA_URL: 's3://pictures/league' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
    ['LLM_MODEL', { LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }],
    ['LLM_BASE_URL', { LLM_API_KEY: 'secret' }],
    ['ESPN_S2', { ESPN_SWID: '{1}' }],
    ['ESPN_SWID', { ESPN_S2: 'abc' }],
  ])('reports a missing %s that another setting requires', (name, environment) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name}: required when `)])
  })

  it.each([
    ['NOW', '2026-09-13T17:00:00Z'],
    ['DEV_LINKS', '1'],
  ])('rejects %s in production only', (name, value) => {
    expect(problemsOf({ NODE_ENV: 'production', [name]: value })).toEqual([
      expect.stringMatching(`^${name}: .*not allowed when NODE_ENV=production`),
    ])
    expect(settingsOf({ [name]: value })).toMatchObject({ [name]: expect.anything() })
  })

  it('creates no files when a setting is invalid', () => {
    problemsOf({ PORT: 'http' })
    expect(existsSync(dataDir())).toBe(false)
  })

  it('treats an empty value as unset', () => {
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'SECRET_KEY',
      'NOW',
      'DEV_LINKS',
      'SOURCES_OFF',
      'LOG_LEVEL',
    ]
    expect(settingsOf(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(settingsOf())
  })

  it('removes trailing slashes from URLs', () => {
    expect(
      settingsOf({ PUBLIC_URL: 'https://league.example//', ESPN_BASE_URL: 'http://localhost:4000/' }),
    ).toMatchObject({
      PUBLIC_URL: 'https://league.example',
      ESPN_BASE_URL: 'http://localhost:4000',
    })
  })

  it('ignores spaces in lists', () => {
    expect(settingsOf({ SOURCES_OFF: ' odds , news,' }).SOURCES_OFF).toEqual(['odds', 'news'])
    expect(settingsOf({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).TRUST_PROXY).toBe(
      '10.0.0.0/8, ::1,loopback',
    )
    expect(settingsOf({ TRUST_PROXY: 'off' }).TRUST_PROXY).toBeUndefined()
  })

  it('uses PostgreSQL when DATABASE_URL is set', () => {
    const url = 'postgres://league:secret@db.example:5432/league'
    expect(settingsOf({ DATABASE_URL: url }).database).toEqual({ engine: 'postgres', url })
  })
})

describe('unknownSettings', () => {
  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['ADMIN_SIGN_UP_CODE', 'ADMIN_SIGNUP_CODE'],
    ['PROT', 'PORT'],
    ['OIDC_CLIENTID_2', 'OIDC_CLIENT_ID'],
  ])('finds %s, which is almost %s', (name, similar) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, similar }])
  })

  it('finds nothing among settings and the usual variables', () => {
    const names = 'PORT AWS_REGION OIDC_ISSUER_2 PATH HOME HOSTNAME SHELL NODE_OPTIONS POSTGRES_PASSWORD NO'
    expect(unknownSettings(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([])
  })
})

it('knows every setting that the documentation lists', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const [settings = '', development = ''] = page.split('## Development and tests')
  const documented = [...settings.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)]
    .flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
    .filter((name) => name !== 'setting')
  const all = [...documented, 'NOW', 'DEV_LINKS', 'PUSH_ANYWHERE']
  for (const name of ['NOW', 'DEV_LINKS', 'PUSH_ANYWHERE']) expect(development).toContain(`\`${name}\``)
  expect(givenSettings(Object.fromEntries(all.map((name) => [name, 'x'])))).toEqual(all)
})

describe('the data directory', () => {
  it('is created once with its secrets, readable only by the owner', () => {
    const first = settingsOf()
    expect(settingsOf()).toEqual(first)
    expect(Buffer.byteLength(first.secretKey)).toBeGreaterThanOrEqual(32)
    expect(first.adminSignupCode.length).toBeGreaterThanOrEqual(12)
    expect(modeOf(dataDir())).toBe(0o700)
    expect(readdirSync(dataDir()).sort()).toEqual(['admin-signup-code', 'secret-key'])
    for (const name of readdirSync(dataDir())) expect(modeOf(join(dataDir(), name))).toBe(0o600)
  })

  it('has different secrets than another data directory', () => {
    const other = readSettings({ DATA_DIR: join(folder, 'other') })
    expect(other.secretKey).not.toBe(settingsOf().secretKey)
    expect(other.adminSignupCode).not.toBe(settingsOf().adminSignupCode)
  })

  it('contains no secret that is set in the environment', () => {
    const environment = { SECRET_KEY: 'k'.repeat(32), ADMIN_SIGNUP_CODE: 'let-me-in' }
    expect(settingsOf(environment)).toMatchObject({ secretKey: 'k'.repeat(32), adminSignupCode: 'let-me-in' })
    expect(readdirSync(dataDir())).toEqual([])
  })

  it('requires 32 bytes, not characters, for a secret key', () => {
    expect(settingsOf({ SECRET_KEY: 'ż'.repeat(16) }).secretKey).toBe('ż'.repeat(16))
  })

  it('gets a new secret when a full disk left the file empty', () => {
    settingsOf()
    writeFileSync(join(dataDir(), 'secret-key'), '')
    const { secretKey } = settingsOf()
    expect(Buffer.byteLength(secretKey)).toBeGreaterThanOrEqual(32)
    expect(readFileSync(join(dataDir(), 'secret-key'), 'utf8')).toBe(secretKey)
  })

  it('keeps its mode if it already exists', () => {
    chmodSync(folder, 0o755)
    readSettings({ DATA_DIR: folder })
    expect(modeOf(folder)).toBe(0o755)
  })

  it.each([
    ['it is a file', () => join(folder, 'file')],
    ['its parent is a file', () => join(folder, 'file', 'data')],
  ])('is reported as DATA_DIR when %s', (_, pathOf) => {
    writeFileSync(join(folder, 'file'), '')
    const message = `DATA_DIR: cannot create the directory ${pathOf()}. Choose one that this user can write to.`
    expect(problemsOf({ DATA_DIR: pathOf() })).toEqual([message])
  })

  it('is reported as DATA_DIR when a secret cannot be written to it', () => {
    // A directory with the name of the file also stops root, which ignores file modes.
    mkdirSync(join(dataDir(), 'secret-key'), { recursive: true })
    expect(problemsOf({})).toEqual([
      `DATA_DIR: cannot read or write ${join(dataDir(), 'secret-key')}. Give this user permission to do both.`,
    ])
  })
})

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
