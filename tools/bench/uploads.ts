import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { startChild } from './child.ts'
import { createClient, startProgram } from './program.ts'
import { rounded, table } from './table.ts'

const MB = 1024 * 1024
const SAMPLE_INTERVAL_MS = 10
const LEAGUE = 'Bench'
const BUCKET = 'bench'
/** The fixed credentials of s3rver. */
const STORAGE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/**
 * Measures how much the server's memory grows while it receives a video of 50 MB, with media in its data
 * folder and in object storage, each in a separate process. A small upload comes first, because it loads
 * code that is loaded only once.
 */
export async function benchUploads() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const bin = join(ROOT, 'node_modules/s3rver/bin/s3rver.js')
  const storage = startChild(
    [bin, '-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', BUCKET],
    {},
  )
  try {
    const [, port] = await storage.waitForOutput(/listening on \S*:(\d+)/i)
    const storageEnv = {
      MEDIA_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      ...STORAGE_CREDENTIALS,
    }
    const rows = [
      ...(await measureUploads('folder', {})),
      ...(await measureUploads('object storage', storageEnv)),
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
    ADMIN_SIGNUP_CODE: 'only-for-the-bench',
    ...env,
  })
  try {
    const admin = createClient(site.address)
    await admin.post('/api/register/', {
      username: 'bench',
      password: 'bench-the-long-way',
      role: 'admin',
      admin_code: 'only-for-the-bench',
    })
    await admin.post('/api/create-league/', { name: LEAGUE, espn_league_id: 1 })
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
