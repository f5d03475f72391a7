import { withDatabase } from '../../../apps/server/src/app/commands/with-database.ts'
import { loadEnvironment } from '../../../apps/server/src/app/environment.ts'
import { clockOf } from '../../../apps/server/src/app/run-server.ts'
import { readSettings } from '../../../apps/server/src/settings.ts'
import { copyDatabase } from './copy-database.ts'
import { measureRequests } from './measure-requests.ts'
import { measureScheduled } from './measure-scheduled.ts'
import { multiplyLeague } from './multiply-league.ts'
import { prepareLeague } from './prepare-league.ts'
import { signInPlayers } from './scale-league.ts'

const [, , command = '', argument = ''] = process.argv
const environment = loadEnvironment()
const settings = readSettings(environment)
const now = clockOf(settings)
const printJson = (line: unknown) => console.log(JSON.stringify(line))

/** The steps of the scale benchmark. They write to disposable databases, and each printed line is JSON. */
const COMMANDS: Record<string, () => Promise<void>> = {
  copy: () => copyDatabase(environment['DATABASE_URL'] ?? '', argument),
  prepare: () => withDatabase(async (db) => printJson(await prepareLeague(db, now()))),
  fill: () => withDatabase(async (db) => printJson(await multiplyLeague(db, Number(argument)))),
  calls: () => measureRequests({ urls: process.argv.slice(3), settings, now }, printJson),
  scheduled: () => measureScheduled(environment['DATABASE_URL'] ?? '', now(), printJson),
  readers: () =>
    withDatabase(async (db) => {
      for (const reader of await signInPlayers(db, Number(argument), now())) printJson(reader)
    }),
}

const runSelected = COMMANDS[command]
if (runSelected === undefined)
  throw new Error(`Unknown command. Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
await runSelected()
