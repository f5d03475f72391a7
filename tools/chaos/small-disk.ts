import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../scripts/bootstrap/processes.mjs'

export type SmallDisk = {
  /** Runs a command in the mount namespace of the disk. */
  commandPrefix: readonly string[]
  /** The path of the disk in this process's namespace. */
  hostPath: string
  /** Fills the disk completely. */
  fill: () => void
  freeSpace: () => void
  remove: () => Promise<void>
}

export const SMALL_DISK_UNAVAILABLE =
  'mounting a small disk needs root, and is not allowed in every container'

/** Mounts a small disk at the folder `$1`, visible only in its own mount namespace, and keeps it mounted. */
const MOUNT_SCRIPT = 'mount -t tmpfs -o "$0" tmpfs "$1" && echo mounted && exec sleep 1d'

/**
 * Mounts a file system of a given size at an empty folder, in a separate mount namespace. Returns null if
 * this machine does not allow it.
 * @param options mount options, such as `size=8m`
 */
export async function mountSmallDisk(folder: string, options: string): Promise<SmallDisk | null> {
  const probe = await runCommand('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (probe.code !== 0) return null
  const holder = spawn('unshare', ['-m', 'sh', '-c', MOUNT_SCRIPT, options, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unmount = () => holder.kill('SIGKILL')
  process.once('exit', unmount)
  await once(holder.stdout, 'data')
  const hostPath = `/proc/${holder.pid}/root${folder}`
  const filler = join(hostPath, 'filler')
  return {
    commandPrefix: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`],
    hostPath,
    fill: () => fillDisk(filler),
    freeSpace: () => rmSync(filler),
    async remove() {
      const exited = once(holder, 'exit')
      unmount()
      await exited
      process.off('exit', unmount)
    },
  }
}

function fillDisk(filler: string) {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
