import { LEAGUE_PATH, SOCIAL_PATH } from './league.mjs'
import { recordResponse } from './request-stats.mjs'
import { recordState } from './write-log.mjs'

/**
 * @typedef {import('./league.mjs').League} League
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {import('./request-stats.mjs').RequestStats} RequestStats
 * @typedef {import('./write-log.mjs').WriteLog} WriteLog
 * @typedef {{ stats: RequestStats, writeLog: WriteLog, pauseMs?: number, allowedWriteStatuses?: readonly number[] }} LoadOptions
 * @typedef {ReturnType<typeof startLoad>} Load
 */

/** Below what one person may write in ten minutes. */
const MAX_POSTS = 28
const MAX_COMMENTS = 56

/** A moment for the processor and for who has no answer at once. */
const PAUSE_MS = 20
/** Before somebody tries again who found nobody there. */
const RETRY_DELAY_MS = 500

/**
 * Everybody writes and reads without an end: posts, comments, votes and picks, each after the answer to the one before.
 * @param {League} league
 * @param {LoadOptions} options
 */
export function startLoad(league, { stats, writeLog, pauseMs = PAUSE_MS, allowedWriteStatuses = [] }) {
  const over = new AbortController()
  let lastDone = 0
  let failedReads = 0
  /** @type {Set<() => void>} */
  const waiting = new Set()

  /** @param {Client} person */
  async function writeLoop(person) {
    const actions = listActions(league, person, writeLog)
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const action = actions[turn % actions.length]
      const write = action?.(turn)
      if (write === undefined) continue
      const answer = await person.request('POST', write.path, write.body)
      const verdict = recordResponse(stats, `POST ${write.path}`, answer, {
        isWrite: true,
        alsoHonest: allowedWriteStatuses,
      })
      write.note(verdict === 'done')
      if (verdict === 'done') recordSuccess()
      await sleep(verdict === 'unanswered' ? RETRY_DELAY_MS : pauseMs)
    }
  }

  /** @param {Client} person */
  async function readLoop(person) {
    const reads = ['/api/whoami/', `${SOCIAL_PATH}/feed/`, `${LEAGUE_PATH}/bets/`]
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const path = reads[turn % reads.length] ?? '/'
      const answer = await person.request('GET', path)
      const verdict = recordResponse(stats, `GET ${path}`, answer, { isWrite: false })
      if (verdict !== 'done') failedReads += 1
      await sleep(verdict === 'unanswered' ? RETRY_DELAY_MS : pauseMs)
    }
  }

  function recordSuccess() {
    lastDone = performance.now()
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const everybody = [...league.writers.map(writeLoop), readLoop(league.admin), readLoop(league.admin)]
  return {
    /** Until the requests under way have their answers. */
    async stop() {
      over.abort()
      await Promise.all(everybody)
    },

    failedReads: () => failedReads,

    /** Milliseconds from now to the next write that is acknowledged; null when there is none in time. */
    async waitForRecovery(withinMs = 30_000) {
      const started = performance.now()
      const done = new Promise((/** @type {(value: boolean) => void} */ resolve) =>
        waiting.add(() => resolve(true)),
      )
      const isDone = await Promise.race([done, sleep(withinMs).then(() => false)])
      return isDone ? lastDone - started : null
    },
  }
}

/**
 * What a person does in turn; undefined for what they may not do any more.
 * @param {League} league
 * @param {Client} person
 * @param {WriteLog} ledger
 * @returns {((turn: number) => { path: string, body: object, note: (isDone: boolean) => void } | undefined)[]}
 */
function listActions({ post, proposal, options, week }, { name }, ledger) {
  let posts = 0
  let comments = 0
  /** @param {string} text */
  const added = (text) => (/** @type {boolean} */ isDone) => void (isDone && ledger.acknowledged.add(text))
  /** @param {string} key @param {unknown} value */
  const changed = (key, value) => (/** @type {boolean} */ isDone) => recordState(ledger, key, value, isDone)

  return [
    (turn) => {
      const option = options[Math.floor(turn / 4) % options.length]
      return {
        path: `${SOCIAL_PATH}/proposals/${proposal}/vote/`,
        body: { option_id: option },
        note: changed(`vote of ${name}`, option),
      }
    },
    () => {
      if (posts >= MAX_POSTS) return undefined
      posts += 1
      const content = `Post ${posts} of ${name}`
      return { path: `${SOCIAL_PATH}/posts/`, body: { content }, note: added(content) }
    },
    (turn) => {
      if (week === null) return undefined
      const text = `Harbour by ${turn}`
      return {
        path: `${LEAGUE_PATH}/bets/save/`,
        body: { ...week, owner: name, text },
        note: changed(`pick of ${name}`, text),
      }
    },
    () => {
      if (comments >= MAX_COMMENTS) return undefined
      comments += 1
      const body = `Comment ${comments} of ${name}`
      return { path: `${SOCIAL_PATH}/posts/${post}/comments/`, body: { body }, note: added(body) }
    },
  ]
}

/**
 * Everything that the product tells of what was written.
 * @param {League} league
 * @returns {Promise<import('./write-log.mjs').ObservedState>}
 */
export async function readObservedState({ admin, writers, post, proposal, week }) {
  /** @type {string[]} */
  const things = []
  for (let before = ''; ; ) {
    const { items, next } = await admin.requestOrThrow('GET', `${SOCIAL_PATH}/feed/?limit=100${before}`)
    for (const { type, content } of items) if (type === 'post') things.push(content)
    if (next === null) break
    before = `&before=${encodeURIComponent(next)}`
  }
  const { comments } = await admin.requestOrThrow('GET', `${SOCIAL_PATH}/posts/${post}/comments/`)
  for (const { body } of comments) things.push(body)
  const states = new Map()
  for (const person of writers) {
    /** @type {{ items: { id: number, my_vote: number | null }[] }} */
    const { items } = await person.requestOrThrow('GET', `${SOCIAL_PATH}/feed/?type=proposal`)
    const asked = items.find(({ id }) => id === proposal)
    states.set(`vote of ${person.name}`, asked?.my_vote)
    if (week === null) continue
    /** @type {{ picks: { owner: string, text: string }[] }} */
    const { picks } = await person.requestOrThrow(
      'GET',
      `${LEAGUE_PATH}/bets/?season=${week.season}&week=${week.week}`,
    )
    const own = picks.find(({ owner }) => owner === person.name)
    states.set(`pick of ${person.name}`, own?.text)
  }
  return { items: things, states }
}

/** @param {number} ms */
export function sleep(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/**
 * Waits until something is so; throws when it is not in time.
 * @param {() => boolean} isSo
 * @param {number} [withinMs]
 */
export async function waitUntil(isSo, withinMs = 60_000) {
  const started = performance.now()
  while (!isSo()) {
    if (performance.now() - started > withinMs) throw new Error('what was waited for did not come')
    await sleep(10)
  }
}
