import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as productTest } from './product.ts'
import { ROOT, waitForLine } from './program.ts'

const FOLDER = join(ROOT, '../shared/espn/captures')

/** Whether the recorded answers of the provider are beside the repository. */
export const HAS_CAPTURES = existsSync(FOLDER)

export const WITHOUT_CAPTURES = 'the recorded answers are not beside the repository'

/** One recorded answer. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))
}

/** A product whose provider is `npm run captures`, one for each worker. */
export const test = productTest.extend<object, { capturesAddress: string }>({
  capturesAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), 'captures', FOLDER], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const line = await waitForLine(server, /^ESPN_BASE_URL=(\S+)$/m)
      await use(line[1] ?? '')
      server.kill('SIGTERM')
    },
    { scope: 'worker' },
  ],
  settings: ({ capturesAddress }, use) => use({ ESPN_BASE_URL: capturesAddress }),
})
