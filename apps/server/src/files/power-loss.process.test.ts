import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../../../../scripts/bootstrap/processes.mjs'
import {
  compileRecorder,
  createRandom,
  DiskModel,
  readDiskLog,
  recorderEnv,
  startDiskLog,
  VARIANTS,
} from '../../../../tools/chaos/power/recorded-disk.ts'

const WRITER = fileURLToPath(new URL('../testing/durable-files.ts', import.meta.url))
/** What the program writes, by kind. */
const FILES = {
  media: 'media/new/store/ab/abcdef',
  secrets: 'secrets/new/data/secret-key',
  backup: 'backup/league.zip',
  pictures: 'pictures/owners/tahoma.jpg',
  cache: 'cache/ab/abcdef',
}
type Kind = keyof typeof FILES

/** Failures in which other parts of the same writes are lost. */
const SEEDS = [1, 2, 3]

const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-power-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const recorder = await compileRecorder(folder)
const skipReason = 'reason' in recorder ? ` (${recorder.reason})` : ''
const records = 'sharedObject' in recorder ? await recordWrites(recorder.sharedObject) : []

async function recordWrites(sharedObject: string) {
  const [disk, logFile] = [join(folder, 'disk'), join(folder, 'disk.log')]
  startDiskLog(logFile, disk, Object.keys(FILES))
  const env = { ...process.env, ...recorderEnv(sharedObject, disk, logFile) }
  const { code, output } = await runCommand(process.execPath, [WRITER, disk, logFile], { env })
  if (code !== 0) throw new Error(output)
  return readDiskLog(logFile)
}

/** What power failures leave of a file, at each step until it is written, and right after that. */
function findStates(kind: Kind) {
  const content = readFileSync(join(folder, 'disk', FILES[kind]))
  const model = new DiskModel()
  const statesAfterFailures = () =>
    VARIANTS.flatMap((variant) =>
      SEEDS.map((seed) => {
        const found = model.filesAfter(variant, createRandom(seed)).get(FILES[kind])
        if (found === undefined) return 'missing'
        return found?.equals(content) ? 'complete' : 'damaged'
      }),
    )
  const meanwhile = new Set<string>()
  for (const record of records) {
    if (record.kind === 'mark' && record.text === kind) break
    model.apply(record)
    for (const state of statesAfterFailures()) meanwhile.add(state)
  }
  return { meanwhile: [...meanwhile], written: [...new Set(statesAfterFailures())] }
}

it.skipIf(skipReason !== '').each<[string, Kind]>([
  ['an uploaded file', 'media'],
  ['a generated secret', 'secrets'],
  ['a backup', 'backup'],
  ['an owner picture', 'pictures'],
])(`keeps %s when the power fails${skipReason}`, (_, kind) => {
  expect(findStates(kind)).toEqual({ meanwhile: ['missing', 'complete'], written: ['complete'] })
})

it.skipIf(skipReason !== '')(`caches no part of an image when the power fails${skipReason}`, () => {
  expect(findStates('cache').meanwhile).toEqual(['missing', 'complete'])
})
