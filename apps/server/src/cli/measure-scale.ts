import { withDatabase } from '../app/commands/with-database.ts'
import { environmentWithFile } from '../app/environment.ts'
import { clockOf } from '../app/run-server.ts'
import { copyDatabase } from '../app/scale/copy-database.ts'
import { measureCalls } from '../app/scale/measure-calls.ts'
import { measureScheduled } from '../app/scale/measure-scheduled.ts'
import { multiplyLeague } from '../app/scale/multiply-league.ts'
import { prepareLeague } from '../app/scale/prepare-league.ts'
import { someReaders } from '../app/scale/scale-place.ts'
import { readSettings } from '../settings.ts'

const [, , command = '', argument = ''] = process.argv
const environment = environmentWithFile()
const settings = readSettings(environment)
const now = clockOf(settings)
const tell = (line: unknown) => console.log(JSON.stringify(line))

/** What the benchmark of scale has done to databases that are thrown away; each line that it prints is JSON. */
const COMMANDS: Record<string, () => Promise<void>> = {
  copy: () => copyDatabase(environment['DATABASE_URL'] ?? '', argument),
  prepare: () => withDatabase(async (db) => tell(await prepareLeague(db, now()))),
  fill: () => withDatabase(async (db) => tell(await multiplyLeague(db, Number(argument)))),
  calls: () => measureCalls({ urls: process.argv.slice(3), settings, now }, tell),
  scheduled: () => measureScheduled(environment['DATABASE_URL'] ?? '', now(), tell),
  readers: () =>
    withDatabase(async (db) => {
      for (const reader of await someReaders(db, Number(argument), now())) tell(reader)
    }),
}

const run = COMMANDS[command]
if (run === undefined) throw new Error(`There are the commands ${Object.keys(COMMANDS).join(', ')}.`)
await run()
