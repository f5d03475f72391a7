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
import { readSettings, SettingsError } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ESCAPED = 'with / ? # @ and % in its password written as %2F %3F %23 %40 and %25'

const dataDir = () => join(folder, 'data')

function settingsOf(environment: NodeJS.ProcessEnv = {}) {
  return readSettings({ DATA_DIR: dataDir(), ...environment })
}

/** What a person is told; fails when nothing is wrong. */
function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    settingsOf(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
  throw new Error('every setting was taken')
}

describe('settings', () => {
  it('have defaults for everything', () => {
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
    ['PORT', 'http', 'expected a port, 0 to 65535'],
    ['PORT', '65536', 'expected a port, 0 to 65535'],
    ['PORT', '-1', 'expected a port, 0 to 65535'],
    ['PORT', '80.5', 'expected a port, 0 to 65535'],
    ['PUBLIC_URL', 'league.example', 'expected an address that begins with http:// or https://'],
    ['PUBLIC_URL', 'ftp://league.example', 'expected an address that begins with http:// or https://'],
    ['TRUST_PROXY', 'yes', 'expected a comma list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback'],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      'expected a comma list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
    ],
    ['DATABASE_URL', 'mysql://db', 'expected an address that begins with postgres://'],
    ['DATABASE_URL', 'postgres:db', 'expected an address that begins with postgres://'],
    ['DATABASE_URL', 'db.example', 'expected an address that begins with postgres://'],
    [
      'DATABASE_URL',
      'postgres://me:pa#ss@db/league',
      `expected an address that begins with postgres://, ${ESCAPED}`,
    ],
    [
      'DATABASE_URL',
      'postgres://me:12/34@db/league',
      `expected an address that begins with postgres://, ${ESCAPED}`,
    ],
    ['SECRET_KEY', 'x'.repeat(31), 'expected at least 32 bytes'],
    ['ADMIN_SIGNUP_CODE', '1234567', 'expected at least 8 characters'],
    ['ESPN_BASE_URL', 'espn', 'expected an address that begins with http:// or https://'],
    ['ESPN_SITE_URL', 'espn', 'expected an address that begins with http:// or https://'],
    ['WEATHER_BASE_URL', '//sky', 'expected an address that begins with http:// or https://'],
    ['NEWS_BASE_URL', 'news', 'expected an address that begins with http:// or https://'],
    ['SHEETS_BASE_URL', 'sheets', 'expected an address that begins with http:// or https://'],
    ['SOURCES_OFF', 'odds,horoscope', 'expected a comma list of odds, weather, news, sheets'],
    ['SLOW_QUERY_MS', '0.5', 'expected a whole number of milliseconds; 0 for none'],
    ['PROVIDER_USER_AGENT', 'Mozilla/5.0', 'expected the form Name/1.0 (+https://address)'],
    ['NOW', 'yesterday', 'expected an instant such as 2026-09-13T17:00:00Z'],
    ['NOW', '2026-09-13', 'expected an instant such as 2026-09-13T17:00:00Z'],
    ['NOW', '2026-02-30T12:00:00Z', 'expected an instant such as 2026-09-13T17:00:00Z'],
    ['REFRESH_SCHEDULE', 'daily', 'expected on or off'],
    ['SMTP_URL', 'https://mail.example', 'expected an address that begins with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://me:100%@mail.example', `expected an address ${ESCAPED}`],
    [
      'SMTP_URL',
      'smtp://me:12?34@mail.example',
      `expected an address that begins with smtp:// or smtps://, ${ESCAPED}`,
    ],
    ['DEV_LINKS', 'true', 'expected 0 or 1'],
    ['MAX_UPLOAD_MB', '0', 'expected a whole number of megabytes'],
    ['MAX_UPLOAD_MB', '1.5', 'expected a whole number of megabytes'],
    ['MEDIA_URL', 'https://media.example', 'expected file:FOLDER or s3://bucket/prefix'],
    ['MEDIA_URL', 's3://', 'expected file:FOLDER or s3://bucket/prefix'],
    [
      'MEDIA_URL',
      's3://me:secret@pictures',
      'expected file:FOLDER or s3://bucket/prefix, with % written as %25',
    ],
    ['MEDIA_URL', 'file:100%', 'expected file:FOLDER or s3://bucket/prefix, with % written as %25'],
    ['ESPN_BASE_URL', 'http://me:secret@espn', 'expected an address without a user and a password in it'],
    ['S3_ENDPOINT', 'storage', 'expected an address that begins with http:// or https://'],
    ['DRAFT_APP_URL', 'draft', 'expected an address that begins with http:// or https://'],
    ['LOG_LEVEL', 'loud', 'expected fatal, error, warn, info, debug, trace or silent'],
    ['METRICS_TOKEN', 'short', 'expected at least 16 characters'],
  ])('name %s when it is %j and say what is expected', (name, value, expected) => {
    const related = name === 'SMTP_URL' ? { MAIL_FROM: 'league@example.com' } : {}
    expect(problemsOf({ [name]: value, ...related })).toEqual([`${name}: ${expected}`])
  })

  it('name every one that is wrong at once', () => {
    const problems = problemsOf({ PORT: 'http', LOG_LEVEL: 'loud', SECRET_KEY: 'short' })
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'SECRET_KEY'])
  })

  it.each([
    ['S3_ENDPOINT', { MEDIA_URL: 's3://pictures/league' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
    ['ESPN_S2', { ESPN_SWID: '{1}' }],
    ['ESPN_SWID', { ESPN_S2: 'abc' }],
  ])('name %s when another one needs it', (name, environment) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name}: expected, because `)])
  })

  it.each([
    ['NOW', '2026-09-13T17:00:00Z'],
    ['DEV_LINKS', '1'],
  ])('refuse %s in production only', (name, value) => {
    expect(problemsOf({ NODE_ENV: 'production', [name]: value })).toEqual([
      expect.stringMatching(`^${name}: .*refused when NODE_ENV=production`),
    ])
    expect(settingsOf({ [name]: value })).toMatchObject({ [name]: expect.anything() })
  })

  it('make and write nothing when one is wrong', () => {
    problemsOf({ PORT: 'http' })
    expect(existsSync(dataDir())).toBe(false)
  })

  it('count an empty value as unset', () => {
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

  it('take trailing slashes off addresses', () => {
    expect(
      settingsOf({ PUBLIC_URL: 'https://league.example//', ESPN_BASE_URL: 'http://localhost:4000/' }),
    ).toMatchObject({
      PUBLIC_URL: 'https://league.example',
      ESPN_BASE_URL: 'http://localhost:4000',
    })
  })

  it('read lists, whatever spaces are in them', () => {
    expect(settingsOf({ SOURCES_OFF: ' odds , news,' }).SOURCES_OFF).toEqual(['odds', 'news'])
    expect(settingsOf({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).TRUST_PROXY).toBe(
      '10.0.0.0/8, ::1,loopback',
    )
    expect(settingsOf({ TRUST_PROXY: 'off' }).TRUST_PROXY).toBeUndefined()
  })

  it('choose PostgreSQL when its address is set', () => {
    const url = 'postgres://league:secret@db.example:5432/league'
    expect(settingsOf({ DATABASE_URL: url }).database).toEqual({ engine: 'postgres', url })
  })
})

describe('the data folder and its secrets', () => {
  it('are made once, for their owner alone', () => {
    const first = settingsOf()
    expect(settingsOf()).toEqual(first)
    expect(Buffer.byteLength(first.secretKey)).toBeGreaterThanOrEqual(32)
    expect(first.adminSignupCode.length).toBeGreaterThanOrEqual(12)
    expect(modeOf(dataDir())).toBe(0o700)
    expect(readdirSync(dataDir()).sort()).toEqual(['admin-signup-code', 'secret-key'])
    for (const name of readdirSync(dataDir())) expect(modeOf(join(dataDir(), name))).toBe(0o600)
  })

  it('are others in another folder', () => {
    const other = readSettings({ DATA_DIR: join(folder, 'other') })
    expect(other.secretKey).not.toBe(settingsOf().secretKey)
    expect(other.adminSignupCode).not.toBe(settingsOf().adminSignupCode)
  })

  it('make no secret that the environment brings', () => {
    const given = { SECRET_KEY: 'k'.repeat(32), ADMIN_SIGNUP_CODE: 'let-me-in' }
    expect(settingsOf(given)).toMatchObject({ secretKey: 'k'.repeat(32), adminSignupCode: 'let-me-in' })
    expect(readdirSync(dataDir())).toEqual([])
  })

  it('count 32 bytes, not letters, of a secret key', () => {
    expect(settingsOf({ SECRET_KEY: 'ż'.repeat(16) }).secretKey).toBe('ż'.repeat(16))
  })

  it('make a secret anew that a full disk left empty', () => {
    settingsOf()
    writeFileSync(join(dataDir(), 'secret-key'), '')
    const { secretKey } = settingsOf()
    expect(Buffer.byteLength(secretKey)).toBeGreaterThanOrEqual(32)
    expect(readFileSync(join(dataDir(), 'secret-key'), 'utf8')).toBe(secretKey)
  })

  it('leave the mode of a folder that is there as it is', () => {
    chmodSync(folder, 0o755)
    readSettings({ DATA_DIR: folder })
    expect(modeOf(folder)).toBe(0o755)
  })

  it.each([
    ['a file stands in its place', () => join(folder, 'file')],
    ['a file stands above it', () => join(folder, 'file', 'data')],
  ])('name DATA_DIR when %s', (_, place) => {
    writeFileSync(join(folder, 'file'), '')
    const sentence = `DATA_DIR: the folder ${place()} cannot be made. Name one that may be written.`
    expect(problemsOf({ DATA_DIR: place() })).toEqual([sentence])
  })

  it('name DATA_DIR when a secret cannot be written there', () => {
    // A folder in the place of the file stops root too, whom no mode stops.
    mkdirSync(join(dataDir(), 'secret-key'), { recursive: true })
    expect(problemsOf({})).toEqual([
      `DATA_DIR: ${join(dataDir(), 'secret-key')} cannot be written or read. Give this user the right to do both.`,
    ])
  })
})

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
