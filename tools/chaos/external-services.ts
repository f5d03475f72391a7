import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { createLeague, type League, passwordOf, SOCIAL_PATH } from './league.ts'
import { startLoad, waitUntil } from './load.ts'
import { createImageForm, startObjectStorage, storageSettings } from './object-storage.ts'
import {
  classifyResponse,
  createRequestStats,
  type ExperimentResult,
  type Outcome,
  type RequestStats,
  recordResponse,
} from './outcome.ts'
import { LEAGUE_NAME, listenSilently, type Server, startProvider, startServer } from './server.ts'

type FaultContext = {
  league: League
  server: Server
  stats: RequestStats
  problems: string[]
  notes: string[]
}

const ENGINE = 'SQLite'

const BAD_RESPONSES = {
  'responds with 500': { status: 500 },
  'responds with HTML': { html: true },
  'truncates the body': { truncate: true },
  'does not respond': { hang: true },
}

/**
 * The provider is down or returns unusable responses. A refresh reports the failure, and other requests are
 * not affected.
 */
export async function providerExperiment(folder: string): Promise<ExperimentResult[]> {
  const port = await findFreePort()
  const start = () => startProvider({ port })
  let provider = await start()
  try {
    return await runUnderLoad(
      folder,
      'provider down',
      { ESPN_BASE_URL: provider.address },
      async (context) => {
        await expectRefresh(context, true, 'at the start')
        for (const [description, fault] of Object.entries(BAD_RESPONSES)) {
          await setProviderFault(provider.address, fault)
          await expectRefresh(context, false, `while the provider ${description}`)
        }
        await setProviderFault(provider.address, null)
        await provider.child.kill()
        await expectRefresh(context, false, 'while the provider refuses connections')
        provider = await start()
        const started = performance.now()
        await expectRefresh(context, true, 'after the recovery')
        return performance.now() - started
      },
    )
  } finally {
    await provider.child.stop()
  }
}

async function expectRefresh(
  { league, stats, problems, notes }: FaultContext,
  isSuccess: boolean,
  when: string,
) {
  const response = await league.admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  recordResponse(stats, 'POST /api/refresh-espn/', response, { isWrite: false })
  const { ok, error } = response.body ?? {}
  if (response.status !== 200 || ok !== isSuccess)
    problems.push(`a refresh ${when} returned ${response.status} ${String(error)}`)
  if (!isSuccess) notes.push(`a refresh ${when} fails after ${Math.round(response.ms)} ms: ${String(error)}`)
}

async function setProviderFault(address: string, fault: object | null) {
  await fetch(
    `${address}/__faults`,
    fault === null ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify({ path: '/', ...fault }) },
  )
}

/** Nothing listens at the address of the mail server, then something listens that never responds. */
export async function mailExperiment(folder: string): Promise<ExperimentResult[]> {
  const port = await findFreePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'league@example.invalid' }
  return runUnderLoad(folder, 'SMTP down', env, async (context) => {
    const { server, problems } = context
    await verifyAddress(context, port)
    const failures = () => server.child.countMatches(/failed to send email/g)
    await requestResetEmail(context)
    await waitUntil(() => failures() > 0)
    const refused = failures()
    const unresponsive = await listenSilently(port)
    await requestResetEmail(context)
    await waitUntil(() => failures() > refused)
    unresponsive.close()
    const mailServer = await startMailServer(port)
    const started = performance.now()
    await requestResetEmail(context)
    const isReceived = await waitUntil(() => mailServer.received.length > 0, 15_000).then(
      () => true,
      () => false,
    )
    const recoveryMs = isReceived ? performance.now() - started : null
    await mailServer.close()
    if (!isReceived) problems.push('an email to a working mail server was not sent')
    return recoveryMs
  })
}

/** Emails are sent to verified addresses only, so the address is verified while the mail server works. */
async function verifyAddress({ league: { admin } }: FaultContext, port: number) {
  const mailServer = await startMailServer(port)
  await admin.post('/api/account/', {
    email: 'commissioner@example.invalid',
    current_password: passwordOf('commissioner'),
  })
  await waitUntil(() => mailServer.received.length > 0)
  const email = mailServer.received.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const token = /verify_email=([^\s&"<]+)/.exec(email)?.[1] ?? ''
  await admin.post('/api/account/email/verify/', { token: decodeURIComponent(token) })
  await mailServer.close()
}

async function requestResetEmail({ league, stats, problems }: FaultContext) {
  const response = await league.admin.request('POST', '/api/password-reset/request/', {
    username_or_email: 'commissioner',
  })
  recordResponse(stats, 'POST /api/password-reset/request/', response, { isWrite: true })
  if (response.status !== 200 || response.ms > 5000) {
    problems.push(
      `the password reset request returned ${response.status} after ${Math.round(response.ms)} ms`,
    )
  }
}

async function startMailServer(port: number) {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, callback) {
      let email = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        email += chunk
      })
      stream.once('end', () => {
        received.push(email)
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    received,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  }
}

/**
 * The object storage refuses connections, then accepts them but does not respond. Uploads are rejected and
 * leave nothing behind.
 */
export async function storageExperiment(folder: string): Promise<ExperimentResult[]> {
  const port = await findFreePort()
  const objects = join(folder, 'objects')
  let storage = await startObjectStorage(objects, port)
  try {
    return await runUnderLoad(folder, 'S3 down', storageSettings(port), async (context) => {
      const { league, problems } = context
      const { items } = await league.admin.post(`${SOCIAL_PATH}/media/`, createImageForm())
      const { url } = items[0]
      const before = await readMedia(league)
      await storage.kill()
      await expectRejections(context, url, 'while the storage refuses connections')
      const unresponsive = await listenSilently(port)
      await expectRejections(context, url, 'while the storage does not respond')
      unresponsive.close()
      if ((await readMedia(league)) !== before) problems.push('a rejected upload is in the feed')
      const left = countFiles(join(folder, 'data/incoming'))
      if (left > 0) problems.push(`rejected uploads left ${left} files behind`)
      storage = await startObjectStorage(objects, port)
      const started = performance.now()
      const upload = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
      const recoveryMs = upload.status === 200 ? performance.now() - started : null
      const oldImage = await league.admin.request('GET', url)
      if (oldImage.status !== 200)
        problems.push(`the old image returned ${oldImage.status} after the recovery`)
      return recoveryMs
    })
  } finally {
    await storage.stop()
  }
}

async function expectRejections({ league, stats, problems, notes }: FaultContext, url: string, when: string) {
  const requests = [
    { name: 'an upload', request: league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm()) },
    { name: 'an image', request: league.admin.request('GET', url) },
  ]
  for (const { name, request } of requests) {
    const response = await request
    recordResponse(stats, name, response, { isWrite: false })
    if (classifyResponse(response) !== 'rejected')
      problems.push(`${name} ${when} returned ${response.status}`)
    notes.push(`${name} ${when} returns ${response.status} after ${Math.round(response.ms)} ms`)
  }
}

async function readMedia({ admin }: League) {
  const { items } = await admin.get(`${SOCIAL_PATH}/feed/?type=media`)
  return JSON.stringify(items)
}

function countFiles(folder: string) {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/**
 * Runs `work` under load that does not depend on the faulty service, so no request of the load may fail.
 * @param work returns the recovery time in milliseconds, or null
 */
async function runUnderLoad(
  folder: string,
  fault: string,
  env: Record<string, string>,
  work: (context: FaultContext) => Promise<number | null>,
): Promise<Outcome[]> {
  const data = join(folder, 'data')
  mkdirSync(data)
  const server = await startServer({ folder: data, env })
  try {
    const league = await createLeague(server.address, { espnLeagueId: 4_242_001 })
    const context: FaultContext = { league, server, stats: createRequestStats(), problems: [], notes: [] }
    const load = startLoad(league, { pauseMs: 200 })
    await sleep(500)
    const recoveryMs = await work(context)
    await load.stop()
    const { problems, notes } = context
    const failed = load.stats.rejected + load.stats.connectionLost
    if (failed > 0) problems.push(`${failed} unrelated requests failed`)
    if (server.child.hasExited()) problems.push('the server exited')
    const outcome = await load.outcome(problems)
    const stats = addStats(outcome.stats, context.stats)
    return [{ fault, engine: ENGINE, ...outcome, stats, recoveryMs, notes }]
  } finally {
    await server.child.stop()
  }
}

function addStats(first: RequestStats, second: RequestStats): RequestStats {
  return {
    requests: first.requests + second.requests,
    acknowledged: first.acknowledged + second.acknowledged,
    rejected: first.rejected + second.rejected,
    connectionLost: first.connectionLost + second.connectionLost,
    wrong: [...first.wrong, ...second.wrong],
    slowestMs: Math.max(first.slowestMs, second.slowestMs),
  }
}
