import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../postgres.mjs'
import { createLeague, passwordOf, SOCIAL_PATH } from './league.mjs'
import { readObservedState, sleep, startLoad, waitUntil } from './load.mjs'
import { createImageForm, startObjectStorage, storageSettings } from './object-storage.mjs'
import { classifyResponse, createRequestStats, recordResponse } from './request-stats.mjs'
import { LEAGUE_NAME, startProgram, startServer } from './server.mjs'
import { createWriteLog, findDuplicates, findLostWrites } from './write-log.mjs'

/**
 * @typedef {import('./league.mjs').League} League
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {{ league: League, server: import('./server.mjs').Server, stats: import('./request-stats.mjs').RequestStats, problems: string[], notes: string[] }} FaultContext
 */

const ENGINE = 'SQLite'

/** Ways in which a provider is no use, as the simulated one can act them. */
const BAD_RESPONSES = {
  'answers 500': { status: 500 },
  'answers a page of HTML': { html: true },
  'breaks off': { truncate: true },
  'says nothing': { hang: true },
}

/**
 * The provider refuses, is silent or talks nonsense: a refresh says so, and nobody else notices.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function providerExperiment(folder) {
  const port = await findFreePort()
  const start = () =>
    startProgram('simulated', ['--past-seasons', '0', '--port', String(port)], /Simulated ESPN at (\S+),/)
  let provider = await start()
  try {
    const outcome = await runUnderLoad(
      folder,
      'provider down',
      { ESPN_BASE_URL: provider.address },
      async (trouble) => {
        await expectRefresh(trouble, true, 'at first')
        for (const [words, fault] of Object.entries(BAD_RESPONSES)) {
          await setProviderFault(provider.address, fault)
          await expectRefresh(trouble, false, `while it ${words}`)
        }
        await setProviderFault(provider.address, null)
        await provider.child.kill()
        await expectRefresh(trouble, false, 'while it refuses connections')
        provider = await start()
        const started = performance.now()
        await expectRefresh(trouble, true, 'afterwards')
        return performance.now() - started
      },
    )
    return [outcome]
  } finally {
    await provider.child.stop()
  }
}

/**
 * @param {FaultContext} trouble
 * @param {boolean} isGood
 * @param {string} when
 */
async function expectRefresh({ league, stats, problems, notes }, isGood, when) {
  const answer = await league.admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })
  recordResponse(stats, 'POST /api/refresh-espn/', answer, { isWrite: false })
  const { ok, error } = answer.body ?? {}
  if (answer.status !== 200 || ok !== isGood)
    problems.push(`a refresh ${when} answered ${answer.status} ${String(error)}`)
  if (!isGood) notes.push(`a refresh ${when} says after ${Math.round(answer.ms)} ms: ${String(error)}`)
}

/**
 * @param {string} address
 * @param {object | null} fault
 */
async function setProviderFault(address, fault) {
  await fetch(
    `${address}/__faults`,
    fault === null ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify({ path: '/', ...fault }) },
  )
}

/**
 * Nobody listens where letters are sent from, or somebody who says nothing.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function mailExperiment(folder) {
  const port = await findFreePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'league@example.invalid' }
  const outcome = await runUnderLoad(folder, 'SMTP down', env, async (trouble) => {
    const { league, server, problems } = trouble
    await league.admin.requestOrThrow('POST', '/api/account/', {
      email: 'boss@example.invalid',
      current_password: passwordOf('boss'),
    })
    await requestResetEmail(trouble)
    await waitUntil(() => server.child.countMatches(/a letter was not sent/g) === 1)
    const silent = createServer().listen(port, '127.0.0.1')
    await once(silent, 'listening')
    await requestResetEmail(trouble)
    await waitUntil(() => server.child.countMatches(/a letter was not sent/g) === 2, 60_000)
    silent.close()
    const office = await startMailServer(port)
    const started = performance.now()
    await requestResetEmail(trouble)
    const isThere = await waitUntil(() => office.letters() === 1, 15_000).then(
      () => true,
      () => false,
    )
    const recoveryMs = isThere ? performance.now() - started : null
    await office.close()
    if (server.child.countMatches(/a letter was not sent/g) > 2)
      problems.push('a letter was not sent to a mail server that takes it')
    return recoveryMs
  })
  return [outcome]
}

/** @param {FaultContext} trouble */
async function requestResetEmail({ league, stats, problems }) {
  const answer = await league.admin.request('POST', '/api/password-reset/request/', {
    username_or_email: 'boss',
  })
  recordResponse(stats, 'POST /api/password-reset/request/', answer, { isWrite: true })
  if (answer.status !== 200 || answer.ms > 5000) {
    problems.push(`asking for a letter answered ${answer.status} after ${Math.round(answer.ms)} ms`)
  }
}

/** @param {number} port */
async function startMailServer(port) {
  let letters = 0
  const office = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      stream.resume().once('end', () => {
        letters += 1
        done()
      })
    },
  })
  office.on('error', () => undefined)
  await once(office.listen(port, '127.0.0.1'), 'listening')
  return {
    letters: () => letters,
    close: () => new Promise((resolve) => office.close(() => resolve(undefined))),
  }
}

/**
 * The object storage refuses connections, then takes them and says nothing: uploads are refused whole.
 * @type {import('./outcome.mjs').Experiment}
 */
export async function storageExperiment(folder) {
  const port = await findFreePort()
  const objects = join(folder, 'objects')
  let storage = await startObjectStorage(objects, port)
  try {
    const outcome = await runUnderLoad(folder, 'S3 down', storageSettings(port), async (trouble) => {
      const { league, problems } = trouble
      const { items } = await league.admin.requestOrThrow('POST', `${SOCIAL_PATH}/media/`, createImageForm())
      const { url } = items[0]
      const before = await readMedia(league)
      await storage.kill()
      await expectRejections(trouble, url, 'while the storage refuses connections')
      const silent = createServer().listen(port, '127.0.0.1')
      await once(silent, 'listening')
      await expectRejections(trouble, url, 'while the storage says nothing')
      silent.close()
      if ((await readMedia(league)) !== before) problems.push('an upload that was refused is in the feed')
      const left = countFiles(join(folder, 'data/incoming'))
      if (left > 0) problems.push(`${left} files were left by uploads that were refused`)
      storage = await startObjectStorage(objects, port)
      const started = performance.now()
      const upload = await league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm())
      const recoveryMs = upload.status === 200 ? performance.now() - started : null
      const old = await league.admin.request('GET', url)
      if (old.status !== 200) problems.push(`the old picture answers ${old.status} afterwards`)
      return recoveryMs
    })
    return [outcome]
  } finally {
    await storage.stop()
  }
}

/**
 * @param {FaultContext} trouble
 * @param {string} url
 * @param {string} when
 */
async function expectRejections({ league, stats, problems, notes }, url, when) {
  const asked = [
    { call: 'an upload', answer: league.admin.request('POST', `${SOCIAL_PATH}/media/`, createImageForm()) },
    { call: 'a picture', answer: league.admin.request('GET', url) },
  ]
  for (const { call, answer: asking } of asked) {
    const answer = await asking
    recordResponse(stats, call, answer, { isWrite: false })
    if (classifyResponse(answer) !== 'refused') problems.push(`${call} ${when} answered ${answer.status}`)
    notes.push(`${call} ${when} answers ${answer.status} after ${Math.round(answer.ms)} ms`)
  }
}

/** @param {League} league */
async function readMedia({ admin }) {
  const { items } = await admin.requestOrThrow('GET', `${SOCIAL_PATH}/feed/?type=media`)
  return JSON.stringify(items)
}

/** @param {string} folder */
function countFiles(folder) {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/**
 * Makes trouble while people write, who must not notice: what they write has nothing to do with it.
 * @param {string} folder
 * @param {string} fault
 * @param {Record<string, string>} env
 * @param {(trouble: FaultContext) => Promise<number | null>} work answers how long the recovery took
 * @returns {Promise<Outcome>}
 */
async function runUnderLoad(folder, fault, env, work) {
  const data = join(folder, 'data')
  mkdirSync(data)
  const server = await startServer({ folder: data, env })
  try {
    const league = await createLeague(server.address, { espnLeagueId: 4_242_001 })
    const count = createRequestStats()
    const ledger = createWriteLog()
    /** @type {FaultContext} */
    const trouble = { league, server, stats: createRequestStats(), problems: [], notes: [] }
    const load = startLoad(league, { stats: count, writeLog: ledger, pauseMs: 200 })
    await sleep(500)
    const recoveryMs = await work(trouble)
    await load.stop()
    const { problems, notes } = trouble
    if (count.rejected + count.unanswered > 0) {
      problems.push(`${count.rejected + count.unanswered} requests noticed that have nothing to do with it`)
    }
    if (server.child.hasExited()) problems.push('the server has ended')
    const found = await readObservedState(league)
    problems.push(...findDuplicates(found).map((each) => `there twice: ${each}`))
    const both = addStats(count, trouble.stats)
    return {
      fault,
      engine: ENGINE,
      stats: both,
      lost: findLostWrites(ledger, found),
      recoveryMs,
      problems,
      notes,
    }
  } finally {
    await server.child.stop()
  }
}

/**
 * @param {import('./request-stats.mjs').RequestStats} one
 * @param {import('./request-stats.mjs').RequestStats} other
 * @returns {import('./request-stats.mjs').RequestStats}
 */
function addStats(one, other) {
  return {
    requests: one.requests + other.requests,
    acknowledged: one.acknowledged + other.acknowledged,
    rejected: one.rejected + other.rejected,
    unanswered: one.unanswered + other.unanswered,
    wrong: [...one.wrong, ...other.wrong],
    slowestMs: Math.max(one.slowestMs, other.slowestMs),
  }
}
