import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-lock-'))
  path = join(folder, 'deeper/the.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The id of a process that has exited. */
function exitedPid() {
  return spawnSync(process.execPath, ['-e', '']).pid
}

async function leaveLockFile(owner: string) {
  await withLock(path, async () => {})
  writeFileSync(path, owner)
}

it('holds the lock with its pid only while the work runs', async () => {
  const content = await withLock(path, async () => readFileSync(path, 'utf8'))

  expect(content).toBe(String(process.pid))
  expect(existsSync(path)).toBe(false)
})

it('releases the lock when the work fails', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(existsSync(path)).toBe(false)
})

it('takes over the lock of a process that died', async () => {
  await leaveLockFile(String(exitedPid()))

  expect(await withLock(path, async () => 'done')).toBe('done')
})

it('takes over a lock without a heartbeat for a minute, even if its pid is in use', async () => {
  await leaveLockFile(String(process.pid))
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(path, longAgo, longAgo)

  expect(await withLock(path, async () => 'done')).toBe('done')
})

it('waits for a live owner and calls onWait once with its pid', async () => {
  const waitedFor: number[] = []
  const order: string[] = []
  const first = withLock(path, async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    order.push('first')
  })
  const onWait = (owner: number) => waitedFor.push(owner)
  const second = withLock(path, async () => order.push('second'), { onWait, pollMs: 5 })
  await Promise.all([first, second])

  expect(order).toEqual(['first', 'second'])
  expect(waitedFor).toEqual([process.pid])
})

it('lets only one of many waiting processes take over a stale lock at a time', async () => {
  await leaveLockFile(String(exitedPid()))
  let active = 0
  let maxActive = 0
  const work = async () => {
    active += 1
    maxActive = Math.max(maxActive, active)
    await new Promise((resolve) => setTimeout(resolve, 3))
    active -= 1
  }
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, { pollMs: 1 })))

  expect(maxActive).toBe(1)
})
