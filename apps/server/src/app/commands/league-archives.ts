import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { writeArchive } from '../../features/export/export.ts'
import { importArchive } from '../../features/export/import-archive.ts'
import { exportAsJson, exportAsTables } from '../../features/seasons/export-seasons.ts'
import { writeFileAtomically } from '../../files/durable-files.ts'
import { createMediaStore } from '../../media/file-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { listSeasons } from '../../repositories/stored-seasons.ts'
import {
  type Command,
  existingFileArgument,
  now,
  requireLeague,
  singleFileArgument,
  UsageError,
  withDatabase,
} from './command.ts'

export const exportLeagueCommand: Command = {
  summary: 'Writes a league with everything that belongs to it to a file',
  usage: 'export-league --league NAME FILE',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      options: { league: { type: 'string' } },
      allowPositionals: true,
    })
    const file = singleFileArgument(positionals, 'Specify the file to write, such as harbour.zip.')
    if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another file name.`)
    await withDatabase(async (db, settings) => {
      const league = await requireLeague(db, values.league)
      const log = {
        error: ({ err }: { err: unknown }) => printLine(`Failed to remove temporary files: ${String(err)}`),
      }
      const media = await createMediaStore(settings)
      const pictures = ownerPictures(ownerPicturesFolder(settings.dataDir))
      // Anyone with access to the machine may export the whole league, including hidden picks.
      const options = { excludesHiddenPicks: false }
      await writeFileAtomically(
        file,
        await writeArchive({ db, media, pictures, log }, league, now(), options),
      )
      printLine(`Exported ${league.name} to ${file}.`)
    })
  },
}

export const exportSeasonsCommand: Command = {
  summary: 'Writes the stored seasons of a league as a league file',
  usage: 'export-seasons --league NAME [--format json|csv] FILE',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      options: { league: { type: 'string' }, format: { type: 'string', default: 'json' } },
      allowPositionals: true,
    })
    const { format } = values
    if (format !== 'json' && format !== 'csv') throw new UsageError('--format is json or csv.')
    const file = singleFileArgument(positionals, 'Specify the file to write, such as harbor.json.')
    if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another file name.`)
    await withDatabase(async (db) => {
      const league = await requireLeague(db, values.league)
      const seasons = (await listSeasons(db, league.id)).map(({ season }) => season)
      if (seasons.length === 0) throw new UsageError(`${league.name} has no stored seasons.`)
      const exportAs = format === 'json' ? exportAsJson : exportAsTables
      await writeFileAtomically(file, exportAs(db, league, seasons, now()))
      printLine(`Exported ${pluralize(seasons.length, 'season')} of ${league.name} to ${file}.`)
    })
  },
}

/** Can run while a server is running. The league is available immediately. */
export const importLeagueCommand: Command = {
  summary: 'Creates a league from the file of an export',
  usage: 'import-league FILE [--name NAME]',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      options: { name: { type: 'string' } },
      allowPositionals: true,
    })
    const file = existingFileArgument(positionals, 'Specify the archive to import.')
    await withDatabase(async (db, settings) => {
      const ctx = { db, media: await createMediaStore(settings), settings, now }
      const { league, matched, created } = await importArchive(ctx, file, values.name ?? null, null)
      printLine(`League ${league} imported.`)
      if (matched.length > 0)
        printLine(
          `Not linked to the accounts with the same username: ${matched.join(', ')}. Their users can ask for it on their account page, or a site admin can link them in Admin Tools.`,
        )
      if (created.length > 0)
        printLine(`Created accounts that need a password reset to sign in: ${created.join(', ')}.`)
    })
  },
}
