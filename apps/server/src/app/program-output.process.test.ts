import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../database/database.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from '../features/notifications/push-keys.ts'
import { type ExitResult, runProgram } from '../testing/built-program.ts'
import { findSecrets, type Secret } from '../testing/canary.ts'
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
  for (const end of cleanups.splice(0).reverse()) await end()
})

/** A secret in each setting that is one. */
const SETTINGS = {
  SECRET_KEY: 'canary-secret-key-of-32-bytes-or-more',
  SECRET_KEY_PREVIOUS: 'canary-previous-key-of-32-bytes-or-more',
  ADMIN_SIGNUP_CODE: 'canary-admin-code',
  METRICS_TOKEN: 'canary-metrics-token',
  ESPN_SWID: '{CA9A121E-0000-4000-8000-CA9A121E5000}',
  ESPN_S2: `AEBserver${'canary'.repeat(12)}`,
  AWS_ACCESS_KEY_ID: 'CANARYACCESSKEYID000',
  AWS_SECRET_ACCESS_KEY: 'canary-secret-access-key',
}
const PASSWORD = 'canary-of-a-server'

const toSecrets = (values: Record<string, string>): Secret[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** A mail server and an object storage that let nobody in. */
async function startRejectingServers(): Promise<Record<string, string>> {
  const office = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_, __, done) => done(new Error('535 no')),
  })
  const storage = await startObjectStorage(createTempFolder(), 'league')
  cleanups.push(office.close, storage.close)
  return {
    SMTP_URL: office.url.replace('smtp://', `smtp://someone:${PASSWORD}@`),
    MAIL_FROM: 'us@league.example',
    MEDIA_URL: 's3://league/media',
    S3_ENDPOINT: storage.endpoint,
  }
}

/** A PostgreSQL that asks for the password, and then takes none. */
async function startRejectingPostgres(): Promise<string> {
  const message = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(content.length + 4)
    return Buffer.concat([Buffer.from(type), length, content])
  }
  const refusal = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "someone"\0\0')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(message('R', Buffer.from([0, 0, 0, 3])))
      socket.once('data', () => socket.end(message('E', refusal)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return `postgres://someone:${PASSWORD}@127.0.0.1:${port}/league`
}

/** Uses everything that has a secret, of which most is refused; returns the people's own. */
async function exerciseAllFeatures(server: ServerProcess): Promise<Record<string, string>> {
  const cookies: Cookies = new Map()
  const boss = server.browser(cookies)
  const registration = buildRegistration('boss', { email: 'boss@league.example', role: 'admin' })
  const refused = { ...registration, admin_code: 'canary-wrong-code' }
  expect((await boss.post('/api/register/', refused)).status).toBe(403)
  const { ADMIN_SIGNUP_CODE: admin_code, METRICS_TOKEN } = SETTINGS
  expect((await boss.post('/api/register/', { ...registration, admin_code })).status).toBe(200)
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  expect((await boss.get('/api/notifications/')).status).toBe(200)
  expect(await upload(server, cookies)).toBe(503)
  const { origin } = new URL(server.address)
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(findSecrets(toSecrets(SETTINGS), await metrics.text())).toEqual([])
  await boss.post('/api/password-reset/request/', { username_or_email: 'boss' })
  await server.waitForOutput(/a letter was not sent/)
  return {
    password: registration['password'] ?? '',
    'wrong code': refused.admin_code,
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
  const answer = await fetch(`${server.address}/api/league/Harbour/social/media/`, {
    method: 'POST',
    headers,
    body,
  })
  return answer.status
}

async function readPushKey(dataDir: string): Promise<string> {
  const db = connect({ engine: 'sqlite', file: join(dataDir, 'fieldhouse.db') })
  try {
    return (await getOrCreatePushKeys(db, createPushKeyCipher(SETTINGS.SECRET_KEY))).privateKey
  } finally {
    await db.destroy()
  }
}

it('neither a server that tells all it can, nor a command beside it, writes a secret', async () => {
  const dataDir = createTempFolder()
  const env = {
    ...serverEnvironment(dataDir),
    LOG_LEVEL: 'trace',
    SLOW_QUERY_MS: '1',
    ...SETTINGS,
    ...(await startRejectingServers()),
  }
  const run = (name: string, ...args: string[]) => runProgram(name, { cwd: createTempFolder(), args, env })
  // While there is no admin, the code is printed for the first one.
  const admin = await run('admin', 'create-admin', '--username', 'first')
  const server = await startServer(dataDir, { env })
  const theirs = await exerciseAllFeatures(server)
  const file = join(createTempFolder(), 'backup.zip')
  const beside = await Promise.all([run('backup', file), run('admin', 'refresh', '--league', 'Harbour')])
  server.signal('SIGTERM')
  const stopped = await server.exited
  expect([admin, ...beside, stopped].map(({ code }) => code)).toEqual([0, 0, 1, 0])

  const secrets = toSecrets({ ...SETTINGS, ...theirs, SMTP_URL: PASSWORD, push: await readPushKey(dataDir) })
  const written = [admin, ...beside, stopped].map(({ output }) => output)
  expect(stopped.output).toContain('The object storage could not be used (InvalidAccessKeyId)')
  for (const output of [...written, await readFile(file)]) expect(findSecrets(secrets, output)).toEqual([])
}, 60_000)

/** What is wrong is said in words, and no secret is among them. */
function expectErrorMessage({ code, output }: ExitResult, words: RegExp): void {
  expect([code, output]).toEqual([1, expect.stringMatching(words)])
  expect(output).not.toMatch(/^\s+at /m)
  expect(output).not.toMatch(/canary/i)
}

it('what cannot start says so without the secret that is the reason', async () => {
  const [DATABASE_URL, cwd] = [await startRejectingPostgres(), createTempFolder()]
  const file = join(cwd, 'backup.zip')
  writeFileSync(file, 'not looked at before the database')
  const run = (name: string, ...args: string[]) =>
    runProgram(name, {
      cwd,
      args,
      env: { ...serverEnvironment(createTempFolder()), ...SETTINGS, DATABASE_URL },
    })
  const refused = await Promise.all([
    run('main'),
    run('backup', join(cwd, 'new.zip')),
    run('restore', file),
    run('admin', 'create-admin', '--username', 'boss'),
    run('admin', 'copy-database', '--from', DATABASE_URL, '--to', join(cwd, 'copy.db')),
  ])
  for (const ending of refused)
    expectErrorMessage(ending, /^The PostgreSQL at 127\.0\.0\.1:\d+\/league cannot be reached: password auth/)

  const names =
    'PORT PUBLIC_URL TRUST_PROXY DATABASE_URL SECRET_KEY ESPN_BASE_URL SMTP_URL MEDIA_URL S3_ENDPOINT METRICS_TOKEN LOG_LEVEL NOW'.split(
      ' ',
    )
  const wrong = await runProgram('main', {
    cwd,
    env: { DATA_DIR: createTempFolder(), ...Object.fromEntries(names.map((name) => [name, 'canary'])) },
  })
  expectErrorMessage(wrong, /^Some settings are not right:/)
  for (const name of names) expect(wrong.output).toContain(`  ${name}: expected`)
}, 60_000)
