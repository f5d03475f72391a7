import { hashPassword } from '../../../auth/passwords.ts'
import type { Context } from '../../../context.ts'
import { newToken } from '../../../crypto/tokens.ts'
import { parseLeagueName } from '../../../http/requests/league-name.ts'
import type { Actor } from '../../../repositories/audit/audit.ts'
import { ARCHIVE_DAMAGED, archiveError } from '../archive-format.ts'
import { withImportedFiles } from './import-files.ts'
import { withArchive } from './read-archive.ts'
import { withSeasonDocuments, withSeasonTables } from './season-tables.ts'
import { listTables, rejectTakenName, storeImport } from './store-import.ts'
import { validateRows } from './validate-rows.ts'

/**
 * Creates a league from an archive, completely or not at all. `name` replaces the league's name; null keeps
 * it. `actor` is null for the command line. Throws an ImportRejection if the name is taken, or if the archive
 * is damaged, from a newer release, or contains data that this release would not have written.
 */
export async function importArchive(
  { db, media: files, settings, now }: Pick<Context, 'db' | 'media' | 'settings' | 'now'>,
  archiveFile: string,
  name: string | null,
  actor: (Actor & { isAdmin: boolean }) | null,
): Promise<{ league: string; matched: string[]; created: string[] }> {
  return withArchive(archiveFile, async (archive) => {
    const tables = await listTables(db)
    const rows = withSeasonDocuments(await validateRows(archive, withSeasonTables(tables)))
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = parseLeagueName(name ?? archive.manifest.name)
    // Check the name before unpacking files, because a taken name is the most common error.
    await rejectTakenName(db, league)
    // New accounts need a password reset first.
    const passwordHash = await hashPassword(newToken())
    const { matched, created } = await withImportedFiles(
      files,
      archive,
      settings.MAX_UPLOAD_MB,
      rows,
      ({ media, trophies, pictureKeys }) =>
        storeImport(db, {
          archive,
          tables,
          rows: new Map([...rows, ['feed_media', media], ['trophy_pictures', trophies]]),
          league,
          pictureKeys,
          passwordHash,
          actor,
          now: now(),
        }),
    )
    return { league, matched, created }
  })
}
