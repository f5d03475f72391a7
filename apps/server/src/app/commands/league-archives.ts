import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hashPassword } from '../../features/accounts/passwords.ts'
import { exportLeague } from '../../features/export/export-league.ts'
import { importLeague } from '../../features/export/import-league.ts'
import { newToken } from '../../http/tokens.ts'
import { createMediaStore } from '../../media/create-media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { writeFileAtomically } from '../../zip/write-file-atomically.ts'
import { type Command, UsageError } from './command.ts'
import { existingFileArgument, singleFileArgument } from './file-argument.ts'
import { requireLeague } from './require-league.ts'
import { rethrowApiErrors } from './rethrow-api-errors.ts'
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
    const file = singleFileArgument(positionals, 'Name the file to write, such as harbour.zip.')
    if (existsSync(file)) throw new UsageError(`${file} is there already. Name another file.`)
    await withDatabase(async (db, settings) => {
      const league = await requireLeague(db, values.league)
      const files = await createMediaStore(settings)
      const pictures = ownerPictures(ownerPicturesFolder(settings.dataDir))
      const onCleanupError = (error: unknown) => tell(`Files could not be removed: ${String(error)}`)
      // Whoever has the machine may take a league to another one whole.
      const options = { db, files, pictures, onCleanupError, excludesHiddenPicks: false, now }
      await writeFileAtomically(file, await exportLeague(options, league))
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
    const file = existingFileArgument(positionals, 'Name the archive to read.')
    await withDatabase(async (db, settings) => {
      const files = await createMediaStore(settings)
      const pictures = ownerPictures(ownerPicturesFolder(settings.dataDir))
      const options = { db, files, pictures, unusablePasswordHash: () => hashPassword(newToken()), now }
      const { league, matched, created } = await rethrowApiErrors(
        importLeague(options, file, values.name ?? null, null),
      )
      tell(`League ${league} imported.`)
      if (matched.length > 0) tell(`Found here by their usernames: ${matched.join(', ')}.`)
      if (created.length > 0)
        tell(`New accounts, which open once their passwords are reset: ${created.join(', ')}.`)
    })
  },
}
