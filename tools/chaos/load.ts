import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../bench/program.ts'
import { createRequestStats, recordResponse } from './outcome.ts'
import { ADMIN_CODE, LEAGUE_NAME } from './server.ts'

/** Below the rate limits per user for ten minutes. */
const MAX_POSTS = 28
const MAX_COMMENTS = 56

/** Leaves CPU time for other processes on the machine. */
const PAUSE_MS = 20
const RETRY_DELAY_MS = 500

/** Runs until `stop` is called. Each client sends its next request after the response to the previous one. */
export function startLoad(
  league: League,
  {
    pauseMs = PAUSE_MS,
    allowedWriteStatuses = [],
  }: { pauseMs?: number; allowedWriteStatuses?: readonly number[] } = {},
) {
  const stats = createRequestStats()
  const writeLog = createWriteLog()
  const aborter = new AbortController()
  let lastSuccessAt = 0
  let failedReads = 0
  const successListeners = new Set<() => void>()

  async function writeLoop(client: Client) {
    const actions = listActions(league, client, writeLog)
    for (let turn = 0; !aborter.signal.aborted; turn += 1) {
      const action = actions[turn % actions.length]
      const write = action?.(turn)
      if (write === undefined) continue
      const response = await client.request('POST', write.path, write.body)
      const responseClass = recordResponse(stats, `POST ${write.path}`, response, {
        isWrite: true,
        allowedStatuses: allowedWriteStatuses,
      })
      write.onResponse(responseClass === 'success')
      if (responseClass === 'success') recordSuccess()
      await sleep(responseClass === 'connectionLost' ? RETRY_DELAY_MS : pauseMs)
    }
  }

  async function readLoop(client: Client) {
    const reads = ['/api/whoami/', `${SOCIAL_PATH}/feed/`, `${LEAGUE_PATH}/bets/`]
    for (let turn = 0; !aborter.signal.aborted; turn += 1) {
      const path = reads[turn % reads.length] ?? '/'
      const response = await client.request('GET', path)
      const responseClass = recordResponse(stats, `GET ${path}`, response, { isWrite: false })
      if (responseClass !== 'success') failedReads += 1
      await sleep(responseClass === 'connectionLost' ? RETRY_DELAY_MS : pauseMs)
    }
  }

  function recordSuccess() {
    lastSuccessAt = performance.now()
    for (const listener of successListeners) listener()
    successListeners.clear()
  }

  const loops = [...league.writers.map(writeLoop), readLoop(league.admin), readLoop(league.admin)]
  return {
    stats,

    /** Stops the clients, and waits for the responses to the requests in progress. */
    async stop() {
      aborter.abort()
      await Promise.all(loops)
    },

    failedReads: () => failedReads,

    acknowledgedTexts: () => [...writeLog.acknowledged],

    /** What the results of all experiments contain. */
    async outcome(problems: readonly string[]) {
      const observed = await readObservedState(league)
      const duplicates = findDuplicates(observed).map((each) => `stored twice: ${each}`)
      return { stats, lost: findLostWrites(writeLog, observed), problems: [...problems, ...duplicates] }
    },

    /** Returns the milliseconds until the next acknowledged write, or null if there is none before the timeout. */
    async waitForRecovery(timeoutMs = 30_000) {
      const started = performance.now()
      const nextSuccess = new Promise<boolean>((resolve) => successListeners.add(() => resolve(true)))
      const hasRecovered = await Promise.race([nextSuccess, sleep(timeoutMs).then(() => false)])
      return hasRecovered ? lastSuccessAt - started : null
    },
  }
}

/** Returns the writes that a client repeats in order. A function returns undefined when its rate limit is used up. */
function listActions(
  { post, proposal, options, week }: League,
  { name }: Client,
  writeLog: WriteLog,
): ((
  turn: number,
) => { path: string; body: object; onResponse: (isSuccess: boolean) => void } | undefined)[] {
  let posts = 0
  let comments = 0
  const recordAdded = (text: string) => (isSuccess: boolean) =>
    void (isSuccess && writeLog.acknowledged.add(text))
  const recordChanged = (key: string, value: unknown) => (isSuccess: boolean) =>
    recordState(writeLog, key, value, isSuccess)

  return [
    (turn) => {
      const option = options[Math.floor(turn / 4) % options.length]
      return {
        path: `${SOCIAL_PATH}/proposals/${proposal}/vote/`,
        body: { option_id: option },
        onResponse: recordChanged(`vote by ${name}`, option),
      }
    },
    () => {
      if (posts >= MAX_POSTS) return undefined
      posts += 1
      const content = `Post ${posts} by ${name}`
      return { path: `${SOCIAL_PATH}/posts/`, body: { content }, onResponse: recordAdded(content) }
    },
    (turn) => {
      if (week === null) return undefined
      const text = `Harbor by ${turn}`
      return {
        path: `${LEAGUE_PATH}/bets/save/`,
        body: { ...week, owner: name, text },
        onResponse: recordChanged(`pick by ${name}`, text),
      }
    },
    () => {
      if (comments >= MAX_COMMENTS) return undefined
      comments += 1
      const body = `Comment ${comments} by ${name}`
      return { path: `${SOCIAL_PATH}/posts/${post}/comments/`, body: { body }, onResponse: recordAdded(body) }
    },
  ]
}

export async function readObservedState({
  admin,
  writers,
  post,
  proposal,
  week,
}: League): Promise<ObservedState> {
  const items: string[] = []
  for (let before = ''; ; ) {
    const feedPage = await admin.get(`${SOCIAL_PATH}/feed/?limit=100${before}`)
    for (const { type, content } of feedPage.items) if (type === 'post') items.push(content)
    if (feedPage.next === null) break
    before = `&before=${encodeURIComponent(feedPage.next)}`
  }
  const { comments } = await admin.get(`${SOCIAL_PATH}/posts/${post}/comments/`)
  for (const { body } of comments) items.push(body)
  const states = new Map()
  for (const writer of writers) {
    const proposals: { items: { id: number; my_vote: number | null }[] } = await writer.get(
      `${SOCIAL_PATH}/feed/?type=proposal`,
    )
    const ownProposal = proposals.items.find(({ id }) => id === proposal)
    states.set(`vote by ${writer.name}`, ownProposal?.my_vote)
    if (week === null) continue
    const { picks }: { picks: { owner: string; text: string }[] } = await writer.get(
      `${LEAGUE_PATH}/bets/?season=${week.season}&week=${week.week}`,
    )
    const ownPick = picks.find(({ owner }) => owner === writer.name)
    states.set(`pick by ${writer.name}`, ownPick?.text)
  }
  return { items, states }
}

/** Waits until the condition is true. Throws after the timeout. */
export async function waitUntil(condition: () => boolean, timeoutMs: number = 60_000) {
  const started = performance.now()
  while (!condition()) {
    if (performance.now() - started > timeoutMs)
      throw new Error(`the condition was not met within ${timeoutMs} ms`)
    await sleep(10)
  }
}

export type League = {
  admin: Client
  writers: Client[]
  post: number
  proposal: number
  options: number[]
  week: BetWeek | null
}

type BetWeek = { season: number; week: number }

export const LEAGUE_PATH = `/api/league/${LEAGUE_NAME}`
export const SOCIAL_PATH = `${LEAGUE_PATH}/social`

export async function createLeague(
  address: string,
  { writers: count = 8, espnLeagueId = 4711 }: { writers?: number; espnLeagueId?: number } = {},
): Promise<League> {
  const admin = createClient(address, 'commissioner')
  await register(admin, { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', {
    name: LEAGUE_NAME,
    espn_league_id: espnLeagueId,
  })
  const writers = Array.from({ length: count }, (_, index) => createClient(address, `writer-${index + 1}`))
  for (const writer of writers) await register(writer)
  for (const { name } of writers) {
    await admin.post('/api/assign-user/', {
      username: name,
      league: LEAGUE_NAME,
      role: 'player',
    })
  }
  const post = await admin.post(`${SOCIAL_PATH}/posts/`, { content: 'Who wins this week?' })
  const proposal: { id: number; options: { id: number }[] } = await admin.post(`${SOCIAL_PATH}/proposals/`, {
    question: 'Where is the draft?',
    options: ['At the harbor', 'On the pier', 'At home'],
  })
  const options = proposal.options.map(({ id }) => id)
  return {
    admin,
    writers,
    post: post.id,
    proposal: proposal.id,
    options,
    week: await findOpenWeek(admin),
  }
}

async function register(client: Client, fields: Record<string, string> = {}) {
  await client.post('/api/register/', {
    username: client.name,
    password: passwordOf(client.name),
    ...fields,
  })
}

function passwordOf(name: string) {
  return `${name}-has-a-secret`
}

/** Returns null between seasons, when every week is over. */
async function findOpenWeek(client: Client): Promise<BetWeek | null> {
  const { season, weeks }: { season: number; weeks: { week: number; locked: boolean }[] } = await client.get(
    `${LEAGUE_PATH}/bets/`,
  )
  const open = weeks.findLast(({ locked }) => !locked)
  return open === undefined ? null : { season, week: open.week }
}

/**
 * The writes that the clients sent, and whether they were acknowledged. An acknowledged post or comment must
 * be stored exactly once. A vote or pick must have the last acknowledged value, or one that was attempted
 * since then without an acknowledgment. null means that there is no vote or pick.
 */
type WriteLog = {
  acknowledged: Set<string>
  states: Map<string, { last: unknown; attempted: unknown[] }>
}

type ObservedState = { items: readonly string[]; states: ReadonlyMap<string, unknown> }

export function createWriteLog(): WriteLog {
  return { acknowledged: new Set(), states: new Map() }
}

/** @param key the kind of state and its client */
export function recordState({ states }: WriteLog, key: string, value: unknown, isAcknowledged: boolean) {
  const state = states.get(key) ?? { last: null, attempted: [] }
  states.set(
    key,
    isAcknowledged ? { last: value, attempted: [] } : { ...state, attempted: [...state.attempted, value] },
  )
}

export function findLostWrites(writeLog: WriteLog, observed: ObservedState) {
  const stored = new Set(observed.items)
  const lost = [...writeLog.acknowledged].filter((each) => !stored.has(each))
  for (const [key, { last, attempted }] of writeLog.states) {
    const current = observed.states.get(key) ?? null
    if (current !== last && !attempted.includes(current))
      lost.push(`${key} is ${JSON.stringify(current)}, was ${JSON.stringify(last)}`)
  }
  return lost
}

/** Returns the items that are stored more than once. Every item was written once. */
export function findDuplicates({ items }: ObservedState) {
  const seen = new Set()
  return items.filter((each) => seen.size === seen.add(each).size)
}
