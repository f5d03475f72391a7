import { tell } from './count.mjs'
import { PATH, SOCIAL } from './league.mjs'
import { noteState } from './ledger.mjs'

/**
 * @typedef {import('./league.mjs').League} League
 * @typedef {import('./person.mjs').Person} Person
 * @typedef {import('./count.mjs').Count} Count
 * @typedef {import('./ledger.mjs').Ledger} Ledger
 * @typedef {{ count: Count, ledger: Ledger, pauseMs?: number, writeHonest?: readonly number[] }} LoadOptions
 * @typedef {ReturnType<typeof startLoad>} Load
 */

/** Below what one person may write in ten minutes. */
const POSTS = 28
const COMMENTS = 56

/** A moment for the processor and for who has no answer at once. */
const PAUSE_MS = 20
/** Before somebody tries again who found nobody there. */
const AWAY_MS = 500

/**
 * Everybody writes and reads without an end: posts, comments, votes and picks, each after the answer to the one before.
 * @param {League} league
 * @param {LoadOptions} options
 */
export function startLoad(league, { count, ledger, pauseMs = PAUSE_MS, writeHonest = [] }) {
  const over = new AbortController()
  let lastDone = 0
  let failedReads = 0
  /** @type {Set<() => void>} */
  const waiting = new Set()

  /** @param {Person} person */
  async function write(person) {
    const actions = actionsOf(league, person, ledger)
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const action = actions[turn % actions.length]
      const write = action?.(turn)
      if (write === undefined) continue
      const answer = await person.ask('POST', write.path, write.body)
      const verdict = tell(count, `POST ${write.path}`, answer, { isWrite: true, alsoHonest: writeHonest })
      write.note(verdict === 'done')
      if (verdict === 'done') noteDone()
      await rest(verdict === 'unanswered' ? AWAY_MS : pauseMs)
    }
  }

  /** @param {Person} person */
  async function look(person) {
    const reads = ['/api/whoami/', `${SOCIAL}/feed/`, `${PATH}/bets/`]
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const path = reads[turn % reads.length] ?? '/'
      const answer = await person.ask('GET', path)
      const verdict = tell(count, `GET ${path}`, answer, { isWrite: false })
      if (verdict !== 'done') failedReads += 1
      await rest(verdict === 'unanswered' ? AWAY_MS : pauseMs)
    }
  }

  function noteDone() {
    lastDone = performance.now()
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const everybody = [...league.writers.map(write), look(league.boss), look(league.boss)]
  return {
    /** Until the requests under way have their answers. */
    async stop() {
      over.abort()
      await Promise.all(everybody)
    },

    failedReads: () => failedReads,

    /** Milliseconds from now to the next write that is acknowledged; null when there is none in time. */
    async recovery(withinMs = 30_000) {
      const started = performance.now()
      const done = new Promise((/** @type {(value: boolean) => void} */ resolve) =>
        waiting.add(() => resolve(true)),
      )
      const isDone = await Promise.race([done, rest(withinMs).then(() => false)])
      return isDone ? lastDone - started : null
    },
  }
}

/**
 * What a person does in turn; undefined for what they may not do any more.
 * @param {League} league
 * @param {Person} person
 * @param {Ledger} ledger
 * @returns {((turn: number) => { path: string, body: object, note: (isDone: boolean) => void } | undefined)[]}
 */
function actionsOf({ post, proposal, options, week }, { name }, ledger) {
  let posts = 0
  let comments = 0
  /** @param {string} text */
  const added = (text) => (/** @type {boolean} */ isDone) => void (isDone && ledger.acknowledged.add(text))
  /** @param {string} key @param {unknown} value */
  const changed = (key, value) => (/** @type {boolean} */ isDone) => noteState(ledger, key, value, isDone)

  return [
    (turn) => {
      const option = options[Math.floor(turn / 4) % options.length]
      return {
        path: `${SOCIAL}/proposals/${proposal}/vote/`,
        body: { option_id: option },
        note: changed(`vote of ${name}`, option),
      }
    },
    () => {
      if (posts >= POSTS) return undefined
      posts += 1
      const content = `Post ${posts} of ${name}`
      return { path: `${SOCIAL}/posts/`, body: { content }, note: added(content) }
    },
    (turn) => {
      if (week === null) return undefined
      const text = `Harbour by ${turn}`
      return {
        path: `${PATH}/bets/save/`,
        body: { ...week, owner: name, text },
        note: changed(`pick of ${name}`, text),
      }
    },
    () => {
      if (comments >= COMMENTS) return undefined
      comments += 1
      const body = `Comment ${comments} of ${name}`
      return { path: `${SOCIAL}/posts/${post}/comments/`, body: { body }, note: added(body) }
    },
  ]
}

/**
 * Everything that the product tells of what was written.
 * @param {League} league
 * @returns {Promise<import('./ledger.mjs').Found>}
 */
export async function foundIn({ boss, writers, post, proposal, week }) {
  /** @type {string[]} */
  const things = []
  for (let before = ''; ; ) {
    const { items, next } = await boss.sure('GET', `${SOCIAL}/feed/?limit=100${before}`)
    for (const { type, content } of items) if (type === 'post') things.push(content)
    if (next === null) break
    before = `&before=${encodeURIComponent(next)}`
  }
  const { comments } = await boss.sure('GET', `${SOCIAL}/posts/${post}/comments/`)
  for (const { body } of comments) things.push(body)
  const states = new Map()
  for (const person of writers) {
    /** @type {{ items: { id: number, my_vote: number | null }[] }} */
    const { items } = await person.sure('GET', `${SOCIAL}/feed/?type=proposal`)
    const asked = items.find(({ id }) => id === proposal)
    states.set(`vote of ${person.name}`, asked?.my_vote)
    if (week === null) continue
    /** @type {{ picks: { owner: string, text: string }[] }} */
    const { picks } = await person.sure('GET', `${PATH}/bets/?season=${week.season}&week=${week.week}`)
    const own = picks.find(({ owner }) => owner === person.name)
    states.set(`pick of ${person.name}`, own?.text)
  }
  return { things, states }
}

/** @param {number} ms */
export function rest(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/**
 * Waits until something is so; throws when it is not in time.
 * @param {() => boolean} isSo
 * @param {number} [withinMs]
 */
export async function until(isSo, withinMs = 60_000) {
  const started = performance.now()
  while (!isSo()) {
    if (performance.now() - started > withinMs) throw new Error('what was waited for did not come')
    await rest(10)
  }
}
