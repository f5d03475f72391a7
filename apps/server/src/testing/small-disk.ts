import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why tests that mount a file system are skipped on this machine; null if they can run. */
export const SMALL_DISK_SKIP_REASON: string | null = findSkipReason()

function findSkipReason(): string | null {
  try {
    execFileSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp'], { stdio: 'ignore' })
    return null
  } catch {
    // The command is missing, or this user may not mount.
    return 'Skipped: mounting a small disk requires root, and does not work in every container.'
  }
}

export type SmallDisk = {
  /** The mount point, as seen by programs started with `commandPrefix`. */
  path: string
  /** Prepended to a command that uses the disk. */
  commandPrefix: readonly string[]
  /** The path under which the test itself can access a file on the disk. */
  pathFromHost: (name: string) => string
  /** Leaves no space for even one more page. */
  fill: () => void
  freeSpace: () => void
  makeReadOnly: () => void
  remove: () => Promise<void>
}

/** Mounts an empty file system of this size over a folder, in a separate mount namespace. */
export async function mountSmallDisk(folder: string, kilobytes: number): Promise<SmallDisk> {
  const script = 'mount -t tmpfs -o size="$1" tmpfs "$2" && echo mounted && exec sleep 300'
  const holder = spawn('unshare', ['-m', 'sh', '-c', script, 'sh', `${kilobytes}k`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const commandPrefix = ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`]
  const pathFromHost = (name: string) => join(`/proc/${holder.pid}/root`, folder, name)
  return {
    path: folder,
    commandPrefix,
    pathFromHost,
    fill: () => fillUp(pathFromHost('filler')),
    freeSpace: () => rmSync(pathFromHost('filler')),
    makeReadOnly: () => {
      execFileSync('nsenter', [...commandPrefix.slice(1), 'mount', '-o', 'remount,ro', folder])
    },
    remove: () => unmount(holder),
  }
}

function fillUp(filler: string): void {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

async function unmount(holder: ChildProcess): Promise<void> {
  const closed = once(holder, 'close')
  holder.kill('SIGKILL')
  await closed
}
