import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { getOrCreatePushKeys } from '../features/notifications/notifications.ts'
import { type ExitResult, runProgram } from '../testing/built-program.ts'
import { findSecrets, type Secret } from '../testing/canary.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { createPhoto } from '../testing/media-files.ts'
import { startObjectStorage } from '../testing/object-storage.ts'
import {
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  type ServerProcess,
  serverEnvironment,
  startServer,
} from '../testing/server-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

/** A canary for each secret setting. */
const SETTINGS = {
  SECRET_KEY: 'canary-secret-key-of-32-bytes-or-more',
  SECRET_KEY_PREVIOUS: 'canary-previous-key-of-32-bytes-or-more',
  ADMIN_SIGNUP_CODE: 'canary-admin-code',
  METRICS_TOKEN: 'canary-metrics-token',
  ESPN_SWID: '{CA9A121E-0000-4000-8000-CA9A121E5000}',
  ESPN_S2: `AEBserver${'canary'.repeat(12)}`,
  AWS_ACCESS_KEY_ID: 'CANARYACCESSKEYID000',
  AWS_SECRET_ACCESS_KEY: 'canary-secret-access-key',
  OIDC_CLIENT_SECRET: 'canary-oidc-client-secret',
}
/** The settings that contain the secrets, and those that are required with them. */
const ENVIRONMENT = { ...SETTINGS, OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'canary-oidc-client' }
const PASSWORD = 'canary-of-a-server'

const toSecrets = (values: Record<string, string>): Secret[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** Starts a mail server and an object storage that reject all credentials. */
async function startRejectingServers(): Promise<Record<string, string>> {
  const mailServer = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_, __, done) => done(new Error('535 no')),
  })
  const storage = await startObjectStorage(createTempFolder(), 'league')
  cleanups.push(mailServer.close, storage.close)
  return {
    SMTP_URL: mailServer.url.replace('smtp://', `smtp://someone:${PASSWORD}@`),
    MAIL_FROM: 'us@league.example',
    MEDIA_URL: 's3://league/media',
    S3_ENDPOINT: storage.endpoint,
  }
}

/** Starts a fake PostgreSQL that asks for the password and rejects it. */
async function startRejectingPostgres(): Promise<string> {
  const message = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(content.length + 4)
    return Buffer.concat([Buffer.from(type), length, content])
  }
  const errorFields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "someone"\0\0')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(message('R', Buffer.from([0, 0, 0, 3])))
      socket.once('data', () => socket.end(message('E', errorFields)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return `postgres://someone:${PASSWORD}@127.0.0.1:${port}/league`
}

/** Uses every feature with a secret, most of which fail. Returns the secrets of the users. */
async function exerciseAllFeatures(server: ServerProcess): Promise<Record<string, string>> {
  const cookies: Cookies = new Map()
  const boss = server.browser(cookies)
  const registration = buildRegistration('boss', { email: 'boss@league.example', role: 'admin' })
  const rejected = { ...registration, admin_code: 'canary-wrong-code' }
  expect((await boss.post('/api/register/', rejected)).status).toBe(403)
  const { ADMIN_SIGNUP_CODE: admin_code, METRICS_TOKEN } = SETTINGS
  expect((await boss.post('/api/register/', { ...registration, admin_code })).status).toBe(200)
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  expect((await boss.get('/api/notifications/')).status).toBe(200)
  expect(await upload(server, cookies)).toBe(503)
  const { origin } = new URL(server.baseUrl)
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(findSecrets(toSecrets(SETTINGS), await metrics.text())).toEqual([])
  await boss.post('/api/password-reset/request/', { username_or_email: 'boss' })
  await server.waitForOutput(/failed to send email/)
  return {
    password: registration['password'] ?? '',
    'wrong code': rejected.admin_code,
    ...Object.fromEntries(cookies),
  }
}

async function upload(server: ServerProcess, cookies: Cookies): Promise<number> {
  const body = new FormData()
  body.append('files', new Blob([await createPhoto()]), 'us.jpg')
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
  }
  const response = await fetch(`${server.baseUrl}/api/league/Harbour/social/media/`, {
    method: 'POST',
    headers,
    body,
  })
  return response.status
}

async function readPushKey(dataDir: string): Promise<string> {
  const db = connect({ engine: 'sqlite', file: join(dataDir, 'fieldhouse.db') })
  try {
    return (await getOrCreatePushKeys(db, SETTINGS.SECRET_KEY)).privateKey
  } finally {
    await db.destroy()
  }
}

it('a server at log level trace and commands next to it write no secrets', async () => {
  const dataDir = createDataFolder()
  const env = {
    ...serverEnvironment(dataDir),
    LOG_LEVEL: 'trace',
    SLOW_QUERY_MS: '1',
    ...ENVIRONMENT,
    ...(await startRejectingServers()),
  }
  const run = (name: string, ...args: string[]) => runProgram(name, { cwd: createTempFolder(), args, env })
  // Without an admin, the server would print the admin signup code.
  const createAdmin = await run('admin', 'create-admin', '--username', 'first')
  const server = await startServer(dataDir, { env })
  const userSecrets = await exerciseAllFeatures(server)
  const file = join(createTempFolder(), 'backup.zip')
  const commands = await Promise.all([run('backup', file), run('admin', 'refresh', '--league', 'Harbour')])
  server.signal('SIGTERM')
  const serverExit = await server.exited
  expect([createAdmin, ...commands, serverExit].map(({ code }) => code)).toEqual([0, 0, 1, 0])

  const secrets = toSecrets({
    ...ENVIRONMENT,
    ...userSecrets,
    SMTP_URL: PASSWORD,
    push: await readPushKey(dataDir),
  })
  const outputs = [createAdmin, ...commands, serverExit].map(({ output }) => output)
  expect(serverExit.output).toContain('The object storage could not be used (InvalidAccessKeyId)')
  for (const output of [...outputs, await readFile(file)]) expect(findSecrets(secrets, output)).toEqual([])
})

/** Expects exit code 1 and a message without a stack trace and without secrets. */
function expectErrorMessage({ code, output }: ExitResult, message: RegExp): void {
  expect([code, output]).toEqual([1, expect.stringMatching(message)])
  expect(output).not.toMatch(/^\s+at /m)
  expect(output).not.toMatch(/canary/i)
}

it('programs that fail to start report the reason without the secret', async () => {
  const [DATABASE_URL, cwd] = [await startRejectingPostgres(), createTempFolder()]
  const file = join(cwd, 'backup.zip')
  writeFileSync(file, 'not read before the database')
  const run = (name: string, ...args: string[]) =>
    runProgram(name, {
      cwd,
      args,
      env: { ...serverEnvironment(createTempFolder()), ...ENVIRONMENT, DATABASE_URL },
    })
  const results = await Promise.all([
    run('main'),
    run('backup', join(cwd, 'new.zip')),
    run('restore', file),
    run('admin', 'create-admin', '--username', 'boss'),
    run('admin', 'copy-database', '--from', DATABASE_URL, '--to', join(cwd, 'copy.db')),
  ])
  for (const result of results)
    expectErrorMessage(
      result,
      /^The PostgreSQL server at 127\.0\.0\.1:\d+\/league cannot be reached: password auth/,
    )

  const names =
    'PORT PUBLIC_URL TRUST_PROXY DATABASE_URL SECRET_KEY ESPN_BASE_URL SMTP_URL MEDIA_URL S3_ENDPOINT METRICS_TOKEN LOG_LEVEL NOW OIDC_ISSUER'.split(
      ' ',
    )
  const invalid = await runProgram('main', {
    cwd,
    env: { DATA_DIR: createTempFolder(), ...Object.fromEntries(names.map((name) => [name, 'canary'])) },
  })
  expectErrorMessage(invalid, /^Some settings are invalid:/)
  for (const name of names) expect(invalid.output).toContain(`  ${name}: expected`)
})
