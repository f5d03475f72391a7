import type { Db } from '../../../database/engine/database.ts'
import type { ArchiveRow } from '../../../database/portability/league-rows.ts'
import type { MediaStore } from '../../../media/media-store.ts'
import type { Actor } from '../../../repositories/audit/audit.ts'
import { ARCHIVE_DAMAGED, archiveError } from '../archive-format.ts'
import { withImportedMedia, withImportedPictures, withImportedTrophy } from './import-files.ts'
import { importStore } from './import-store.ts'
import { withArchive } from './read-archive.ts'
import { withSeasonDocuments, withSeasonTables } from './season-tables.ts'
import { validateRows } from './validate-rows.ts'

export type ImportOptions = {
  db: Db
  files: MediaStore
  /** The most megabytes of a media file. */
  maxFileMb: number
  /** Returns a league's name as it is stored. Throws for an invalid one. */
  parseName: (name: string) => string
  /** Creates the hash of a random password, for new accounts that need a password reset first. */
  unusablePasswordHash: () => Promise<string>
  now: () => Date
}

export type ImportResult = { league: string; matched: string[]; created: string[] }

/**
 * Creates a league from an archive, completely or not at all. `name` replaces the league's name; null keeps
 * it. `actor` is null for the command line. Throws an ImportRejection if the name is taken, or if the archive
 * is damaged, from a newer release, or contains data that this release would not have written.
 */
export async function importLeague(
  options: ImportOptions,
  archiveFile: string,
  name: string | null,
  actor: (Actor & { isAdmin: boolean }) | null,
): Promise<ImportResult> {
  const store = importStore(options.db)
  return withArchive(archiveFile, async (archive) => {
    const tables = await store.listTables()
    const rows = withSeasonDocuments(await validateRows(archive, withSeasonTables(tables)))
    if (rows.get('leagues')?.length !== 1) throw archiveError(ARCHIVE_DAMAGED)
    const league = options.parseName(name ?? archive.manifest.name)
    // Check the name before unpacking files, because a taken name is the most common error.
    await store.rejectTakenName(league)
    const passwordHash = await options.unusablePasswordHash()
    const storeWith = (
      media: ArchiveRow[],
      trophies: ArchiveRow[],
      pictureKeys: ReadonlyMap<string, string>,
    ) =>
      store.store({
        archive,
        tables,
        rows: new Map([...rows, ['feed_media', media], ['trophy_pictures', trophies]]),
        league,
        pictureKeys,
        passwordHash,
        actor,
        now: options.now(),
      })
    const { matched, created } = await withImportedPictures(options.files, archive, (pictureKeys) =>
      withImportedMedia(
        options.files,
        archive,
        { media: rows.get('feed_media') ?? [], maxFileMb: options.maxFileMb },
        (media) =>
          withImportedTrophy(options.files, archive, rows.get('trophy_pictures') ?? [], (trophies) =>
            storeWith(media, trophies, pictureKeys),
          ),
      ),
    )
    return { league, matched, created }
  })
}
