import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../postgres.mjs'
import { newCount, tell, verdictOn } from './count.mjs'
import { aLeagueAt, passwordOf, SOCIAL } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad, until } from './load.mjs'
import { aPicture, startObjectStorage, storageSettings } from './object-storage.mjs'
import { LEAGUE, startProgram, startServer } from './server.mjs'

/**
 * @typedef {import('./league.mjs').League} League
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {{ league: League, server: import('./server.mjs').Server, count: import('./count.mjs').Count, faults: string[], notes: string[] }} Trouble
 */

const ENGINE = 'SQLite'

/** Ways in which a provider is no use, as the simulated one can act them. */
const BAD_ANSWERS = {
  'answers 500': { status: 500 },
  'answers a page of HTML': { html: true },
  'breaks off': { truncate: true },
  'says nothing': { hang: true },
}

/**
 * The provider refuses, is silent or talks nonsense: a refresh says so, and nobody else notices.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillProvider(folder) {
  const port = await freePort()
  const start = () =>
    startProgram('simulated', ['--past-seasons', '0', '--port', String(port)], /Simulated ESPN at (\S+),/)
  let provider = await start()
  try {
    const outcome = await underLoad(
      folder,
      'provider down',
      { ESPN_BASE_URL: provider.address },
      async (trouble) => {
        await expectRefresh(trouble, true, 'at first')
        for (const [words, fault] of Object.entries(BAD_ANSWERS)) {
          await setFaults(provider.address, fault)
          await expectRefresh(trouble, false, `while it ${words}`)
        }
        await setFaults(provider.address, null)
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
 * @param {Trouble} trouble
 * @param {boolean} isGood
 * @param {string} when
 */
async function expectRefresh({ league, count, faults, notes }, isGood, when) {
  const answer = await league.boss.ask('POST', '/api/refresh-espn/', { name: LEAGUE })
  tell(count, 'POST /api/refresh-espn/', answer, { isWrite: false })
  const { ok, error } = answer.body ?? {}
  if (answer.status !== 200 || ok !== isGood)
    faults.push(`a refresh ${when} answered ${answer.status} ${String(error)}`)
  if (!isGood) notes.push(`a refresh ${when} says after ${Math.round(answer.ms)} ms: ${String(error)}`)
}

/**
 * @param {string} address
 * @param {object | null} fault
 */
async function setFaults(address, fault) {
  await fetch(
    `${address}/__faults`,
    fault === null ? { method: 'DELETE' } : { method: 'PUT', body: JSON.stringify({ path: '/', ...fault }) },
  )
}

/**
 * Nobody listens where letters are sent from, or somebody who says nothing.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillMail(folder) {
  const port = await freePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'league@example.invalid' }
  const outcome = await underLoad(folder, 'SMTP down', env, async (trouble) => {
    const { league, server, faults } = trouble
    await league.boss.sure('POST', '/api/account/', {
      email: 'boss@example.invalid',
      current_password: passwordOf('boss'),
    })
    await askForLetter(trouble)
    await until(() => server.child.count(/a letter was not sent/g) === 1)
    const silent = createServer().listen(port, '127.0.0.1')
    await once(silent, 'listening')
    await askForLetter(trouble)
    await until(() => server.child.count(/a letter was not sent/g) === 2, 60_000)
    silent.close()
    const office = await postOffice(port)
    const started = performance.now()
    await askForLetter(trouble)
    const isThere = await until(() => office.letters() === 1, 15_000).then(
      () => true,
      () => false,
    )
    const recoveryMs = isThere ? performance.now() - started : null
    await office.close()
    if (server.child.count(/a letter was not sent/g) > 2)
      faults.push('a letter was not sent to a mail server that takes it')
    return recoveryMs
  })
  return [outcome]
}

/** @param {Trouble} trouble */
async function askForLetter({ league, count, faults }) {
  const answer = await league.boss.ask('POST', '/api/password-reset/request/', { username_or_email: 'boss' })
  tell(count, 'POST /api/password-reset/request/', answer, { isWrite: true })
  if (answer.status !== 200 || answer.ms > 5000) {
    faults.push(`asking for a letter answered ${answer.status} after ${Math.round(answer.ms)} ms`)
  }
}

/** @param {number} port */
async function postOffice(port) {
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
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillStorage(folder) {
  const port = await freePort()
  const objects = join(folder, 'objects')
  let storage = await startObjectStorage(objects, port)
  try {
    const outcome = await underLoad(folder, 'S3 down', storageSettings(port), async (trouble) => {
      const { league, faults } = trouble
      const { items } = await league.boss.sure('POST', `${SOCIAL}/media/`, aPicture())
      const { url } = items[0]
      const before = await mediaIn(league)
      await storage.kill()
      await expectRefusals(trouble, url, 'while the storage refuses connections')
      const silent = createServer().listen(port, '127.0.0.1')
      await once(silent, 'listening')
      await expectRefusals(trouble, url, 'while the storage says nothing')
      silent.close()
      if ((await mediaIn(league)) !== before) faults.push('an upload that was refused is in the feed')
      const left = filesIn(join(folder, 'data/incoming'))
      if (left > 0) faults.push(`${left} files were left by uploads that were refused`)
      storage = await startObjectStorage(objects, port)
      const started = performance.now()
      const upload = await league.boss.ask('POST', `${SOCIAL}/media/`, aPicture())
      const recoveryMs = upload.status === 200 ? performance.now() - started : null
      const old = await league.boss.ask('GET', url)
      if (old.status !== 200) faults.push(`the old picture answers ${old.status} afterwards`)
      return recoveryMs
    })
    return [outcome]
  } finally {
    await storage.stop()
  }
}

/**
 * @param {Trouble} trouble
 * @param {string} url
 * @param {string} when
 */
async function expectRefusals({ league, count, faults, notes }, url, when) {
  const asked = [
    { call: 'an upload', answer: league.boss.ask('POST', `${SOCIAL}/media/`, aPicture()) },
    { call: 'a picture', answer: league.boss.ask('GET', url) },
  ]
  for (const { call, answer: asking } of asked) {
    const answer = await asking
    tell(count, call, answer, { isWrite: false })
    if (verdictOn(answer) !== 'refused') faults.push(`${call} ${when} answered ${answer.status}`)
    notes.push(`${call} ${when} answers ${answer.status} after ${Math.round(answer.ms)} ms`)
  }
}

/** @param {League} league */
async function mediaIn({ boss }) {
  const { items } = await boss.sure('GET', `${SOCIAL}/feed/?type=media`)
  return JSON.stringify(items)
}

/** @param {string} folder */
function filesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/**
 * Makes trouble while people write, who must not notice: what they write has nothing to do with it.
 * @param {string} folder
 * @param {string} fault
 * @param {Record<string, string>} env
 * @param {(trouble: Trouble) => Promise<number | null>} work answers how long the recovery took
 * @returns {Promise<Outcome>}
 */
async function underLoad(folder, fault, env, work) {
  const data = join(folder, 'data')
  mkdirSync(data)
  const server = await startServer({ folder: data, env })
  try {
    const league = await aLeagueAt(server.address, { espnLeagueId: 4_242_001 })
    const count = newCount()
    const ledger = newLedger()
    /** @type {Trouble} */
    const trouble = { league, server, count: newCount(), faults: [], notes: [] }
    const load = startLoad(league, { count, ledger, pauseMs: 200 })
    await rest(500)
    const recoveryMs = await work(trouble)
    await load.stop()
    const { faults, notes } = trouble
    if (count.refused + count.unanswered > 0) {
      faults.push(`${count.refused + count.unanswered} requests noticed that have nothing to do with it`)
    }
    if (server.child.hasEnded()) faults.push('the server has ended')
    const found = await foundIn(league)
    faults.push(...doubledIn(found).map((each) => `there twice: ${each}`))
    const both = sumOf(count, trouble.count)
    return { fault, engine: ENGINE, count: both, lost: lostOf(ledger, found), recoveryMs, faults, notes }
  } finally {
    await server.child.stop()
  }
}

/**
 * @param {import('./count.mjs').Count} one
 * @param {import('./count.mjs').Count} other
 * @returns {import('./count.mjs').Count}
 */
function sumOf(one, other) {
  return {
    requests: one.requests + other.requests,
    acknowledged: one.acknowledged + other.acknowledged,
    refused: one.refused + other.refused,
    unanswered: one.unanswered + other.unanswered,
    wrong: [...one.wrong, ...other.wrong],
    slowestMs: Math.max(one.slowestMs, other.slowestMs),
  }
}
