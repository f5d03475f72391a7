import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { builtProgramPath } from '../../scripts/bootstrap/run-built-program.mjs'
import { startChild } from './child.ts'
import { type Client, createClient } from './client.ts'

const HOST = '127.0.0.1'

export const ADMIN_PASSWORD = 'bench-the-long-way'
export const ADMIN_SIGNUP_CODE = 'only-for-the-bench'

/**
 * Starts a built program of the server or the simulator with a temporary data folder, which `stop` deletes.
 * @param program such as `main` or `demo`
 * @param ready matches its output when it is ready; the first group is the URL
 */
export async function startProgram(program: string, ready: RegExp, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const site = await startProgramInFolder(folder, program, ready, { LOG_LEVEL: 'warn', ...env })
  return {
    ...site,
    async stop() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Like `startProgram`, with an existing data folder that is not deleted. */
export async function startProgramInFolder(
  folder: string,
  program: string,
  ready: RegExp,
  env: Record<string, string> = {},
) {
  const started = performance.now()
  const flags = program === 'main' ? startFlags() : []
  const child = startChild([...flags, builtProgramPath(program)], {
    HOST,
    PORT: '0',
    DATA_DIR: folder,
    REFRESH_SCHEDULE: 'off',
    BACKUPS: 'off',
    // A benchmark sends more requests than any person.
    RATE_LIMIT_FACTOR: '0',
    ...env,
  })
  const [, address = ''] = await child.waitForOutput(ready)
  return { ...child, address: address.replace('localhost', HOST), listeningMs: performance.now() - started }
}

function startFlags(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Creates an admin and a league on a new server with the ADMIN_SIGNUP_CODE. Returns the client of the admin. */
export async function createLeague(address: string, name: string, espnLeagueId: number): Promise<Client> {
  const admin = createClient(address, 'bench')
  const account = { username: admin.name, password: ADMIN_PASSWORD }
  await admin.post('/api/register/', { ...account, role: 'admin', admin_code: ADMIN_SIGNUP_CODE })
  await admin.post('/api/create-league/', { name, espn_league_id: espnLeagueId })
  return admin
}
