import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
/** A lock that was not touched for so long has lost its owner, whatever runs under that pid by now. */
const STALE_MS = 60_000
const TAKEOVER_TIMEOUT_MS = 10_000

/**
 * Does the work while holding the lock file. A lock whose owner died is taken over; a live one is waited for.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (owner: number) => void, pollMs?: number }} [options] `onWait` is called once
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait, pollMs = 250 } = {}) {
  mkdirSync(dirname(path), { recursive: true })
  let waited = false
  while (!tryCreate(path)) {
    const owner = readOwner(path)
    if (isStale(path, owner, Date.now())) removeStaleLock(path)
    else {
      if (!waited) onWait?.(owner ?? 0)
      waited = true
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
 * @returns {number | undefined} undefined when the file is gone or not yet written
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
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return touched !== undefined && now - touched > STALE_MS
}

/**
 * One process at a time removes, after looking again: two that saw the same dead owner cannot both go on.
 * @param {string} path
 */
function removeStaleLock(path) {
  const guard = `${path}.take-over`
  if (!tryCreate(guard)) {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > TAKEOVER_TIMEOUT_MS) rmSync(guard, { force: true })
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
 * Whether a process with this id runs, ours or another user's.
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
