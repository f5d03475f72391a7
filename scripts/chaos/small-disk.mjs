import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../run-command.mjs'

/**
 * @typedef {object} SmallDisk
 * @property {readonly string[]} commandPrefix what is put before a command that sees it
 * @property {string} hostPath where we find what is on it
 * @property {() => void} fill leaves no room for even one more page
 * @property {() => void} freeSpace
 * @property {() => Promise<void>} remove
 */

export const SMALL_DISK_UNAVAILABLE = 'only root may mount a small disk, and not in every container'

/** Keeps a small disk mounted over the folder `$1`, for whoever enters its namespace and for nobody else. */
const MOUNT_SCRIPT = 'mount -t tmpfs -o "$0" tmpfs "$1" && echo mounted && exec sleep 1d'

/**
 * A file system of a given size over an empty folder, in a mount namespace of its own; null where this
 * machine does not allow it.
 * @param {string} folder
 * @param {string} options of the mount, such as `size=8m`
 * @returns {Promise<SmallDisk | null>}
 */
export async function mountSmallDisk(folder, options) {
  const tried = await runCommand('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (tried.code !== 0) return null
  const holder = spawn('unshare', ['-m', 'sh', '-c', MOUNT_SCRIPT, options, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const drop = () => holder.kill('SIGKILL')
  process.once('exit', drop)
  await once(holder.stdout, 'data')
  const seen = `/proc/${holder.pid}/root${folder}`
  const filler = join(seen, 'filler')
  return {
    commandPrefix: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`],
    hostPath: seen,
    fill: () => fillDisk(filler),
    freeSpace: () => rmSync(filler),
    async remove() {
      const ended = once(holder, 'exit')
      drop()
      await ended
      process.off('exit', drop)
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
