import { randomUUID } from 'node:crypto'
import { mkdir, opendir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { nullIfMissing } from './file-store.ts'

const SEPARATOR = '~'

/** Its name says which process uses it. */
export async function createStagingFolder(stagingFolder: string): Promise<string> {
  const folder = join(stagingFolder, [hostname(), process.pid, randomUUID()].join(SEPARATOR))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/**
 * Removes the temporary folders of processes of this machine that were killed. Call it before this process creates
 * any: after a restart of a container, its predecessor had the same process ID. Folders from another machine are left
 * to the daily cleanup.
 */
export async function removeAbandonedFolders(stagingFolder: string): Promise<void> {
  const entries = await opendir(stagingFolder).catch(nullIfMissing)
  for await (const { name } of entries ?? []) {
    const [host, pid] = name.split(SEPARATOR)
    const isAbandoned = host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)))
    if (isAbandoned) await rm(join(stagingFolder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Any other error means that the process exists but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
