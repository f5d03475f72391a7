import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
/** A lock that was not touched for so long has lost its owner, whatever runs under that pid by now. */
const SILENT_MS = 60_000
const TAKE_OVER_MS = 10_000

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
  while (!create(path)) {
    const owner = ownerOf(path)
    if (isDeserted(path, owner, Date.now())) removeDeserted(path)
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
function create(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * @param {string} path
 * @returns {number | undefined} undefined when the file is gone or not yet written
 */
function ownerOf(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * @param {string} path
 * @param {number | undefined} owner
 * @param {number} now
 */
function isDeserted(path, owner, now) {
  if (owner !== undefined && !isAlive(owner)) return true
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return touched !== undefined && now - touched > SILENT_MS
}

/**
 * One process at a time removes, after looking again: two that saw the same dead owner cannot both go on.
 * @param {string} path
 */
function removeDeserted(path) {
  const guard = `${path}.take-over`
  if (!create(guard)) {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > TAKE_OVER_MS) rmSync(guard, { force: true })
    return
  }
  try {
    if (isDeserted(path, ownerOf(path), Date.now())) rmSync(path, { force: true })
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
    if (!isCode(error, 'ENOENT')) throw error
  }
}

/**
 * Whether a process with this id runs, ours or another user's.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
export function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
