import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/test/postgres.ts'
import { startObjectStorage, storageSettings } from '../chaos/object-storage.ts'
import { ADMIN_SIGNUP_CODE, createLeague, startProgram } from './program.ts'
import { rounded, table } from './table.ts'

const MB = 1024 * 1024
const SAMPLE_INTERVAL_MS = 10
const LEAGUE = 'Bench'

/**
 * Measures how much the server's memory grows while it receives a video of 50 MB, with media in its data
 * folder and in object storage, each in a separate process. A small upload comes first, because it loads
 * code that is loaded only once.
 */
export async function benchUploads() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const port = await findFreePort()
  const storage = await startObjectStorage(folder, port)
  try {
    const rows = [
      ...(await measureUploads('folder', {})),
      ...(await measureUploads('object storage', storageSettings(port))),
    ]
    return table(['destination', 'upload', 'size MB', 'ms', 'MB before', 'peak MB', 'growth MB'], rows)
  } finally {
    await storage.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureUploads(name: string, env: Record<string, string>) {
  const site = await startProgram('main', /(http:\/\/localhost:\d+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE,
    ...env,
  })
  try {
    const admin = await createLeague(site.address, LEAGUE, 1)
    const rows = []
    for (const [upload, mb] of Object.entries({ small: 1, first: 50, second: 50 })) {
      const form = new FormData()
      form.append('files', createVideo(mb), 'long.mp4')
      const before = site.resourceUsage().memoryMb
      let peak = before
      const sampler = setInterval(() => {
        peak = Math.max(peak, site.resourceUsage().memoryMb)
      }, SAMPLE_INTERVAL_MS)
      const started = performance.now()
      await admin.postForm(`/api/league/${LEAGUE}/social/media/`, form)
      const ms = performance.now() - started
      clearInterval(sampler)
      rows.push([name, upload, mb, rounded(ms), rounded(before), rounded(peak), rounded(peak - before, 1)])
    }
    return rows
  } finally {
    await site.stop()
  }
}

/** Creates a file with the header of an MP4. */
function createVideo(mb: number) {
  const header = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex')
  const rest = Buffer.alloc(mb * MB - header.length)
  rest.writeUInt32BE(rest.length)
  rest.write('mdat', 4)
  return new Blob([header, rest], { type: 'video/mp4' })
}
