import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from '../../bench/program.ts'
import { LEAGUE_PATH } from '../league.ts'
import { readObservedState } from '../load.ts'
import { LEAGUE_NAME, startServer } from '../server.ts'
import { createWriteLog, findDuplicates, findLostWrites, recordState } from '../write-log.ts'
import { GONE, readHash, readPosts, THERE } from './load.ts'
import { BACKUP, DATA, hashOfFile, leagueAt, type Recording, SERVER_ENV } from './recording.ts'

/** A value that the server acknowledged: of a post, a vote, a pick and so on. */
export type Mark = { key: string; value: unknown }

/** All marks in order. The first `known` of them were acknowledged before the power failed. */
export type Acknowledged = { marks: readonly Mark[]; known: number }

export type Recovery = {
  /** From the start of the process until it listens, without its wait for a processor; null if it does not listen. */
  startMs: number | null
  lost: string[]
  problems: string[]
}

export async function checkRecovery(
  disk: string,
  recording: Recording,
  acknowledged: Acknowledged,
): Promise<Recovery> {
  const data = join(disk, DATA)
  const states = new Map<string, unknown>([
    ['backup', hashOfFile(join(disk, BACKUP))],
    ['secret key', hashOfFile(join(data, 'secret-key'))],
  ])
  const started = performance.now()
  const server = await startServer({ folder: data, env: SERVER_ENV }).catch(toError)
  if (server instanceof Error) return { startMs: null, lost: [], problems: [server.message] }
  const startMs = performance.now() - started - readProcessorWaitMs(server.child.pid)
  const problems: string[] = []
  try {
    const { marks, known } = acknowledged
    const isSetUp = marks.slice(0, known).some(({ key }) => key.startsWith('account '))
    if (isSetUp) problems.push(...(await readStates(server.address, recording, marks, states)))
  } catch (error) {
    problems.push(toError(error).message)
  } finally {
    await server.child.stop()
  }
  problems.push(...findDamage(join(data, 'fieldhouse.db')))
  return { startMs, lost: findLost(acknowledged, states), problems }
}

/** Adds what the server has to `states`. Returns what is wrong whether it was acknowledged or not. */
async function readStates(
  address: string,
  recording: Recording,
  marks: readonly Mark[],
  states: Map<string, unknown>,
): Promise<string[]> {
  const league = leagueAt(recording.league, address)
  const { admin, writers } = league
  for (const client of [admin, ...writers]) {
    const { username } = await client.get('/api/whoami/')
    if (username === client.name) states.set(`account ${client.name}`, THERE)
  }
  const observed = await readObservedState(league)
  for (const [key, value] of observed.states) states.set(key, value)
  for (const text of observed.items)
    for (const kind of ['post', 'comment']) states.set(`${kind} ${text}`, THERE)
  const { standings } = await admin.get(`${LEAGUE_PATH}/standings/`)
  if (standings.length > 0) states.set(`season of ${LEAGUE_NAME}`, THERE)
  for (const path of namesOf('picture', marks)) states.set(`picture ${path}`, await readHash(admin, path))
  const leagues = [LEAGUE_NAME]
  for (const name of namesOf('league', marks)) {
    const { status } = await admin.request('GET', `/api/league/${encodeURIComponent(name)}/standings/`)
    if (status !== 200) continue
    states.set(`league ${name}`, THERE)
    leagues.push(name)
  }
  const deleted = new Set(marks.filter(({ value }) => value === GONE).map(({ key }) => key))
  const damaged = await Promise.all(
    leagues.map((name) => findDamagedPictures(admin, name, recording, deleted)),
  )
  return [...findDuplicates(observed).map((each) => `stored twice: ${each}`), ...damaged.flat()]
}

function namesOf(kind: string, marks: readonly Mark[]): Set<string> {
  const prefix = `${kind} `
  return new Set(marks.flatMap(({ key }) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])))
}

/**
 * Every post must have its pictures, even if it was not acknowledged. Only the copy of a league may lack those of a post
 * that was deleted while the league was exported.
 * @param deleted the keys of the posts that were deleted at any time
 */
async function findDamagedPictures(
  client: Client,
  league: string,
  { pictures }: Recording,
  deleted: ReadonlySet<string>,
) {
  const problems: string[] = []
  for (const { content, media } of await readPosts(client, league)) {
    const mayLackPictures = league !== LEAGUE_NAME && deleted.has(`post ${content}`)
    for (const { url } of media) {
      const hash = await readHash(client, url)
      const isMissing = hash === null && !(mayLackPictures && pictures.get(url) === null)
      if (isMissing) problems.push(`the picture ${url} of "${content}" is missing`)
      else if (hash !== pictures.get(url)) problems.push(`the picture ${url} of "${content}" is another one`)
    }
  }
  return problems
}

function findLost({ marks, known }: Acknowledged, states: ReadonlyMap<string, unknown>) {
  const writeLog = createWriteLog()
  for (const { key, value } of marks.slice(0, known)) recordState(writeLog, key, value, true)
  // Of each kind, one request may have been carried out before the failure, but answered after it.
  const next = new Map(
    marks
      .slice(known)
      .toReversed()
      .map(({ key, value }) => [key, value]),
  )
  for (const [key, value] of next) recordState(writeLog, key, value, false)
  return findLostWrites(writeLog, { items: [], states })
}

function findDamage(file: string): string[] {
  const database = new DatabaseSync(file)
  try {
    const rows = [
      ...database.prepare('pragma integrity_check').all(),
      ...database.prepare('pragma foreign_key_check').all(),
    ]
    return rows.map((row) => JSON.stringify(row)).filter((text) => text !== '{"integrity_check":"ok"}')
  } finally {
    database.close()
  }
}

/** How long the main thread of a process was ready to run while other programs used the processors. */
function readProcessorWaitMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
