import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hashPassword } from '../../features/accounts/passwords.ts'
import { importLeague } from '../../features/export/import-league.ts'
import { exportLeague } from '../../features/export/write-archive.ts'
import { newToken } from '../../http/tokens.ts'
import { mediaStoreAt } from '../../media/media-store-at.ts'
import { ownerPictures, picturesFolderIn } from '../../media/owner-pictures.ts'
import { writeWhole } from '../../zip/write-whole.ts'
import { type Command, UsageError } from './command.ts'
import { fileToRead, onlyFile } from './file-argument.ts'
import { inWords } from './in-words.ts'
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
      const pictures = ownerPictures(picturesFolderIn(settings.dataDir))
      const onLeftBehind = (error: unknown) => tell(`Files could not be removed: ${String(error)}`)
      // Whoever has the machine may take a league to another one whole.
      const options = { db, files, pictures, onLeftBehind, leavesOutHiddenPicks: false, now }
      await writeWhole(file, await exportLeague(options, league))
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
    const file = fileToRead(positionals, 'Name the archive to read.')
    await withDatabase(async (db, settings) => {
      const files = await mediaStoreAt(settings)
      const pictures = ownerPictures(picturesFolderIn(settings.dataDir))
      const options = { db, files, pictures, noPassword: () => hashPassword(newToken()), now }
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
