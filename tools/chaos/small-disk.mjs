import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../scripts/processes.mjs'

/**
 * @typedef {object} SmallDisk
 * @property {readonly string[]} commandPrefix runs a command in the mount namespace of the disk
 * @property {string} hostPath the path of the disk in this process's namespace
 * @property {() => void} fill fills the disk completely
 * @property {() => void} freeSpace
 * @property {() => Promise<void>} remove
 */

export const SMALL_DISK_UNAVAILABLE =
  'mounting a small disk needs root, and is not allowed in every container'

/** Mounts a small disk at the folder `$1`, visible only in its own mount namespace, and keeps it mounted. */
const MOUNT_SCRIPT = 'mount -t tmpfs -o "$0" tmpfs "$1" && echo mounted && exec sleep 1d'

/**
 * Mounts a file system of a given size at an empty folder, in a separate mount namespace. Returns null if
 * this machine does not allow it.
 * @param {string} folder
 * @param {string} options mount options, such as `size=8m`
 * @returns {Promise<SmallDisk | null>}
 */
export async function mountSmallDisk(folder, options) {
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

/** @param {string} filler */
function fillDisk(filler) {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
