import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, waitForLine } from './program.ts'

const FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded answers of the provider are beside the repository. */
export const HAS_CAPTURES = existsSync(FOLDER)

export const WITHOUT_CAPTURES = 'the recorded answers are not beside the repository'

/** One recorded answer. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))
}

/** Runs `npm run captures` as a person would; `address` is for ESPN_BASE_URL. */
export async function serveCaptures(): Promise<{ address: string; stop: () => void }> {
  const server = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), 'captures', FOLDER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const line = await waitForLine(server, /^ESPN_BASE_URL=(\S+)$/m)
  return { address: line[1] ?? '', stop: () => server.kill('SIGTERM') }
}
