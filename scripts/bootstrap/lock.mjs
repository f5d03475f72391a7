import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
/**
 * A lock without a heartbeat for this long is stale, even if another process now has the pid of its owner.
 */
const STALE_MS = 60_000
const TAKEOVER_TIMEOUT_MS = 10_000

/**
 * Runs `work` while holding the lock file. Waits for the owner of the lock, or takes it over if its owner has
 * died.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (owner: number) => void, pollMs?: number }} [options] `onWait` is called at most once
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait, pollMs = 250 } = {}) {
  mkdirSync(dirname(path), { recursive: true })
  let hasWaited = false
  while (!tryCreate(path)) {
    const owner = readOwner(path)
    if (isStale(path, owner, Date.now())) removeStaleLock(path)
    else {
      if (!hasWaited) onWait?.(owner ?? 0)
      hasWaited = true
      await sleep(pollMs)
    }
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} path */
function tryCreate(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * @param {string} path
 * @returns {number | undefined} undefined if the file does not exist or is not written yet
 */
function readOwner(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * @param {string} path
 * @param {number | undefined} owner
 * @param {number} now
 */
function isStale(path, owner, now) {
  if (owner !== undefined && !isProcessRunning(owner)) return true
  const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return touchedAt !== undefined && now - touchedAt > STALE_MS
}

/**
 * Removes the lock in one process at a time, after checking again. Otherwise two processes that saw the same
 * dead owner could both continue.
 * @param {string} path
 */
function removeStaleLock(path) {
  const guard = `${path}.take-over`
  if (!tryCreate(guard)) {
    const createdAt = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - createdAt > TAKEOVER_TIMEOUT_MS) rmSync(guard, { force: true })
    return
  }
  try {
    if (isStale(path, readOwner(path), Date.now())) rmSync(path, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

/** @param {string} path */
function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}

/**
 * Whether a process with this id is running, including processes of other users.
 * @param {number} pid
 */
export function isProcessRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
export function hasErrorCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
