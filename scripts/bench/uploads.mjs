import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../project.mjs'
import { startChild } from './child.mjs'
import { createClient, startProgram } from './program.mjs'
import { rounded, table } from './table.mjs'

const MB = 1024 * 1024
const SAMPLE_INTERVAL_MS = 10
const LEAGUE = 'Bench'
const BUCKET = 'bench'
/** What the storage takes for its only user. */
const STORAGE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/**
 * How much a server's memory grows while it takes a video of 50 MB, into its folder and into an object
 * storage; each in a process of its own. The first upload is a small one: it loads what is loaded once.
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
    const stored = {
      MEDIA_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      ...STORAGE_CREDENTIALS,
    }
    const rows = [
      ...(await measureUploads('folder', {})),
      ...(await measureUploads('object storage', stored)),
    ]
    return table(['into', 'upload', 'MB', 'ms', 'MB before', 'MB at most', 'growth'], rows)
  } finally {
    await storage.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} env
 */
async function measureUploads(name, env) {
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
      let most = before
      const looking = setInterval(() => {
        most = Math.max(most, site.resourceUsage().memoryMb)
      }, SAMPLE_INTERVAL_MS)
      const started = performance.now()
      await admin.postForm(`/api/league/${LEAGUE}/social/media/`, form)
      const ms = performance.now() - started
      clearInterval(looking)
      rows.push([name, upload, mb, rounded(ms), rounded(before), rounded(most), rounded(most - before, 1)])
    }
    return rows
  } finally {
    await site.stop()
  }
}

/**
 * A file that begins as an MP4 does.
 * @param {number} mb
 */
function createVideo(mb) {
  const head = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex')
  const rest = Buffer.alloc(mb * MB - head.length)
  rest.writeUInt32BE(rest.length)
  rest.write('mdat', 4)
  return new Blob([head, rest], { type: 'video/mp4' })
}
