import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openExport } from '../http/file-transfers.ts'

/** Starts an export. It is open once `archive` is set, until that is closed. */
function startExport(leagueId: number, userId: number) {
  const started: { archive: PassThrough | null; done: Promise<unknown> } = {
    archive: null,
    done: Promise.resolve(),
  }
  started.done = openExport(leagueId, { userId }, async () => {
    started.archive = new PassThrough()
    return started.archive
  })
  return started
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
}

it('exports a league once at a time, also for different people, and another league beside it', async () => {
  const first = startExport(1, 10)
  const second = startExport(1, 11)
  const other = startExport(2, 11)
  await settle()
  expect([first, second, other].map(({ archive }) => archive !== null)).toEqual([true, false, true])

  first.archive?.destroy()
  await settle()
  expect(second.archive).not.toBeNull()

  for (const { archive } of [second, other]) archive?.destroy()
  await Promise.all([first, second, other].map(({ done }) => done))
})

it('refuses the fifth export of a league at once', async () => {
  const exports = [1, 2, 3, 4].map((userId) => startExport(3, userId))
  await expect(startExport(3, 5).done).rejects.toThrow('too many requests are waiting')
  for (const each of exports) {
    await settle()
    each.archive?.destroy()
  }
  await Promise.all(exports.map(({ done }) => done))
})
