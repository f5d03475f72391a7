import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from '../../bench/program.ts'
import {
  createWriteLog,
  findDuplicates,
  findLostWrites,
  LEAGUE_PATH,
  readObservedState,
  recordState,
} from '../load.ts'
import type { ChaosOptions, ExperimentResult, Outcome } from '../outcome.ts'
import { LEAGUE_NAME, startServer } from '../server.ts'
import {
  compileRecorder,
  createRandom,
  DiskModel,
  type DiskRecord,
  VARIANTS,
  type Variant,
} from './recorded-disk.ts'
import {
  BACKUP,
  DATA,
  DISK,
  GONE,
  hashOfFile,
  leagueAt,
  type Recording,
  readHash,
  readPosts,
  readRecording,
  record,
  SERVER_ENV,
  THERE,
} from './recording.ts'

const ENGINE = 'SQLite'
const MAX_START_MS = 2000

type Cut = {
  record: number
  variant: Variant
  /** Decides what is lost in part. */
  seed: number
}

/**
 * Records what a server under load writes, and rebuilds its disk as it may be after a power failure before each sync.
 * On each of these disks, a server must start and have everything that was acknowledged.
 */
export async function powerExperiment(folder: string, options: ChaosOptions): Promise<ExperimentResult[]> {
  const fault = `power cut, ${options.cuts} times`
  const recordingFolder = options.recording ?? folder
  const recording = readRecording(recordingFolder) ?? (await recordInto(recordingFolder, folder))
  if ('reason' in recording) return [{ fault, engine: ENGINE, blocked: recording.reason }]
  return [await cutPower(join(folder, 'cut'), fault, recording, options)]
}

async function recordInto(recordingFolder: string, folder: string): Promise<Recording | { reason: string }> {
  mkdirSync(recordingFolder, { recursive: true })
  const recorder = await compileRecorder(folder)
  if ('reason' in recorder) return recorder
  const recording = await record(recordingFolder, recorder.sharedObject)
  const missing = findUnrecorded(recording.records, join(recordingFolder, DISK))
  return missing.length === 0 ? recording : { reason: `the recording lacks changes of ${missing.join(', ')}` }
}

async function cutPower(
  disk: string,
  fault: string,
  recording: Recording,
  { cuts: count, seed }: ChaosOptions,
): Promise<Outcome> {
  const { records, stats } = recording
  const cuts = chooseCuts(records, count, seed)
  const marks = records.flatMap((each): Mark[] => (each.kind === 'mark' ? [JSON.parse(each.text)] : []))
  const model = new DiskModel()
  const [lost, problems]: [string[], string[]] = [[], []]
  const startTimes: number[] = []
  let applied = 0
  let known = 0
  for (const [index, { record: end, variant, seed: cutSeed }] of cuts.entries()) {
    for (const each of records.slice(applied, end)) {
      model.apply(each)
      if (each.kind === 'mark') known += 1
    }
    applied = end
    rmSync(disk, { recursive: true, force: true })
    writeFiles(disk, model.filesAfter(variant, createRandom(cutSeed)))
    const recovery = await checkRecovery(disk, recording, { marks, known })
    const where = `cut ${index + 1} (${variant}, before record ${end}): `
    lost.push(...recovery.lost.map((each) => where + each))
    problems.push(...recovery.problems.map((each) => where + each))
    if (recovery.startMs === null) continue
    startTimes.push(recovery.startMs)
    if (recovery.startMs > MAX_START_MS)
      problems.push(`${where}the start took ${Math.round(recovery.startMs)} ms`)
  }
  const sorted = startTimes.toSorted((a, b) => a - b)
  return {
    fault,
    engine: ENGINE,
    stats,
    lost,
    recoveryMs: sorted.at(-1) ?? null,
    problems,
    notes: [
      `seed ${seed}, before ${new Set(cuts.map(({ record: each }) => each)).size} of ${listSyncs(records).length} syncs`,
      `the median start took ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms`,
    ],
  }
}

/**
 * At most one of each variant before each sync, and more with parts lost if there are not enough syncs. In the order of
 * the log.
 */
export function chooseCuts(records: readonly DiskRecord[], count: number, seed: number): Cut[] {
  const random = createRandom(seed)
  const syncs = listSyncs(records)
  const chosen: Cut[] = []
  for (
    let variants: readonly Variant[] = VARIANTS;
    chosen.length < count && syncs.length > 0;
    variants = ['some']
  ) {
    const cuts = syncs.flatMap((record) =>
      variants.map((variant) => ({ record, variant, seed: random() * 2 ** 32 })),
    )
    chosen.push(...cuts.toSorted((a, b) => a.seed - b.seed).slice(0, count - chosen.length))
  }
  return chosen.toSorted((a, b) => a.record - b.record)
}

function listSyncs(records: readonly DiskRecord[]): number[] {
  return records.flatMap(({ kind }, index) => (kind === 'sync' ? [index] : []))
}

function writeFiles(folder: string, files: ReadonlyMap<string, Buffer | null>) {
  mkdirSync(folder)
  for (const [path, content] of files) {
    if (content === null) mkdirSync(join(folder, path), { mode: 0o700 })
    else writeFileSync(join(folder, path), content, { mode: 0o600 })
  }
}

/** Returns the files that differ between the disk and what the log says of it. The recorder does not see every call. */
function findUnrecorded(records: readonly DiskRecord[], disk: string): string[] {
  const model = new DiskModel()
  for (const each of records) model.apply(each)
  const logged = model.filesAfter('all', createRandom(0))
  const actual = readdirSync(disk, { recursive: true, encoding: 'utf8' })
  return [...new Set([...logged.keys(), ...actual])].filter(
    (path) => !SHARED_MEMORY.test(path) && !isEqual(join(disk, path), logged.get(path)),
  )
}

/** SQLite writes this file as memory, and creates it anew after a power failure. */
const SHARED_MEMORY = /-shm$/

function isEqual(path: string, content: Buffer | null | undefined): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || content === undefined) return false
  return stats.isDirectory() ? content === null : content !== null && readFileSync(path).equals(content)
}

/** A value that the server acknowledged: of a post, a vote, a pick and so on. */
type Mark = { key: string; value: unknown }

/** All marks in order. The first `known` of them were acknowledged before the power failed. */
type Acknowledged = { marks: readonly Mark[]; known: number }

type Recovery = {
  /** From the start of the process until it listens, without its wait for a processor; null if it does not listen. */
  startMs: number | null
  lost: string[]
  problems: string[]
}

async function checkRecovery(
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
