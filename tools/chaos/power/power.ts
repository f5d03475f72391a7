import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChaosOptions, ExperimentResult, Outcome } from '../outcome.ts'
import { checkRecovery, type Mark } from './check-recovery.ts'
import type { DiskRecord } from './disk-log.ts'
import { DiskModel, VARIANTS, type Variant } from './disk-model.ts'
import { createRandom } from './random.ts'
import { compileRecorder } from './recorder.ts'
import { DISK, type Recording, readRecording, record } from './recording.ts'

const ENGINE = 'SQLite'
const MAX_START_MS = 2000

export type Cut = {
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
