import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { hashPassword } from '../../features/accounts/passwords.ts'
import { importLeague } from '../../features/export/import-league.ts'
import { exportLeague } from '../../features/export/write-archive.ts'
import { ApiError } from '../../http/api-error.ts'
import { newToken } from '../../http/tokens.ts'
import { mediaStoreAt } from '../../media/media-store-at.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { leagueNamed } from './league-named.ts'
import { withDatabase } from './with-database.ts'

const now = () => new Date()

export const exportLeagueCommand: Command = {
  usage: 'export-league --league NAME FILE',
  async run(args, tell) {
    const { values, positionals } = parseArgs({
      args,
      options: { league: { type: 'string' } },
      allowPositionals: true,
    })
    const file = onlyFile(positionals, 'Name the file to write, such as harbour.zip.')
    if (existsSync(file)) throw new UsageError(`${file} is there already. Name another file.`)
    await withDatabase(async (db, settings) => {
      const league = await leagueNamed(db, values.league)
      const files = await mediaStoreAt(settings)
      await writeWhole(file, await exportLeague({ db, files, now }, league))
      tell(`${league.name} is in ${file}.`)
    })
  },
}

/** May run beside a server, which shows the league at once. */
export const importLeagueCommand: Command = {
  usage: 'import-league FILE [--name NAME]',
  async run(args, tell) {
    const { values, positionals } = parseArgs({
      args,
      options: { name: { type: 'string' } },
      allowPositionals: true,
    })
    const file = onlyFile(positionals, 'Name the archive to read.')
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
    await withDatabase(async (db, settings) => {
      const files = await mediaStoreAt(settings)
      const options = { db, files, noPassword: () => hashPassword(newToken()), now }
      const { league, matched, created } = await inWords(
        importLeague(options, file, values.name ?? null, null),
      )
      tell(`League ${league} imported.`)
      if (matched.length > 0) tell(`Found here by their usernames: ${matched.join(', ')}.`)
      if (created.length > 0)
        tell(`New accounts, which open once their passwords are reset: ${created.join(', ')}.`)
    })
  },
}

function onlyFile(positionals: readonly string[], sentence: string): string {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError(sentence)
  return resolve(file)
}

/** Under its name stands the whole file or none. */
async function writeWhole(file: string, content: NodeJS.ReadableStream): Promise<void> {
  const draft = `${file}.part`
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** What a caller may learn of a failure is a sentence here too. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError ? new FailedError(error.message, { cause: error }) : error
  }
}
