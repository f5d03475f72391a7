import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { listFiles } from './list-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'list-files-'))
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates and deletes folders without end. */
const DELETE_FOLDERS = `
  const { mkdirSync, rmSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  for (let count = 0; ; count += 1) {
    const upload = workerData + '/' + count
    mkdirSync(upload + '/files', { recursive: true })
    if (count === 0) parentPort.postMessage('started')
    rmSync(upload, { recursive: true })
  }
`

it('skips folders that are deleted while it reads them', async () => {
  writeFileSync(join(folder, 'kept'), '')
  const worker = new Worker(DELETE_FOLDERS, { eval: true, workerData: folder })
  await once(worker, 'message')
  const listed = Array.from({ length: 5000 }, () =>
    listFiles(folder)
      .map(({ name }) => name)
      .join(),
  )
  await worker.terminate()
  expect(new Set(listed)).toEqual(new Set(['kept']))
})
