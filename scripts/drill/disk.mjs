import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../run-command.mjs'
import { newCount, verdictOn } from './count.mjs'
import { aLeagueAt, SOCIAL } from './league.mjs'
import { doubledIn, lostOf, newLedger } from './ledger.mjs'
import { foundIn, rest, startLoad, until } from './load.mjs'
import { aPicture } from './object-storage.mjs'
import { startServer } from './server.mjs'

const FAULT = 'disk full'
const ENGINE = 'SQLite'
const SIZE = '8m'

/** Mounts a small disk over the folder `$0`, for the program that it becomes and for nobody else. */
const ON_A_SMALL_DISK = `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && exec "$@"`

/**
 * The disk with the database and the media is filled while people write, and has room again later.
 * @type {import('./outcome.mjs').Drill}
 */
export async function drillDisk(folder) {
  const data = join(folder, 'data')
  mkdirSync(data)
  const within = ['unshare', '-m', 'sh', '-c', ON_A_SMALL_DISK, data]
  const tried = await runCommand('unshare', [...within.slice(1), 'true'])
  if (tried.code !== 0) {
    const blocked = 'only root may mount a small disk, and not in every container'
    return [{ fault: FAULT, engine: ENGINE, blocked }]
  }
  const server = await startServer({ folder: data, within })
  try {
    return [await fillDisk(server, `/proc/${server.child.pid}/root${data}`)]
  } finally {
    await server.child.stop()
  }
}

/**
 * @param {import('./server.mjs').Server} server
 * @param {string} disk the server's data folder as this process sees it
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function fillDisk({ address, child }, disk) {
  const league = await aLeagueAt(address)
  const count = newCount()
  const ledger = newLedger()
  /** @type {string[]} */
  const faults = []
  await league.boss.sure('POST', `${SOCIAL}/media/`, aPicture())
  const filesBefore = filesBelow(join(disk, 'media'))
  const load = startLoad(league, { count, ledger })
  await rest(2000)
  fill(join(disk, 'filler'))
  // The log that is there already takes some more rows before it has to grow.
  await until(() => count.refused > 0, 30_000)
  await rest(3000)
  const upload = await league.boss.ask('POST', `${SOCIAL}/media/`, aPicture())
  if (verdictOn(upload) !== 'refused') faults.push(`an upload to the full disk answered ${upload.status}`)
  const files = filesBelow(join(disk, 'media'))
  if (files.join() !== filesBefore.join()) faults.push(`an upload that was refused left ${files.join(', ')}`)
  rmSync(join(disk, 'filler'))
  const recoveryMs = await load.recovery()
  await rest(2000)
  await load.stop()
  if (load.failedReads() > 0) faults.push(`${load.failedReads()} reads failed`)
  const again = await league.boss.ask('POST', `${SOCIAL}/media/`, aPicture())
  if (again.status !== 200) faults.push(`an upload to the disk with room answered ${again.status}`)
  if (child.hasEnded()) faults.push('the server has ended')
  const found = await foundIn(league)
  faults.push(...doubledIn(found).map((each) => `there twice: ${each}`))
  return { fault: FAULT, engine: ENGINE, count, lost: lostOf(ledger, found), recoveryMs, faults }
}

/**
 * Leaves no room for even one more page.
 * @param {string} filler
 */
function fill(filler) {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

/** @param {string} folder */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}
