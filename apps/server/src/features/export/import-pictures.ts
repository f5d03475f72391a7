import { ApiError } from '../../http/api-error.ts'
import { isValidPictureSlug, type OwnerPictures } from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import { archiveError } from './archive-error.ts'
import { PICTURE_PATH, picturePath } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** No league has had more owners. */
const MAX_PICTURES = 2000

/**
 * Keeps an archive's pictures of owners, drawn anew, and runs `work`, which tells whose they may be:
 * those of nobody else stay, and when it fails, none. A picture that is here already is left as it
 * is, because other leagues show it too. Throws an ApiError for a file that is no picture.
 */
export async function withImportedPictures<Result extends { ownerSlugs: readonly string[] }>(
  pictures: OwnerPictures,
  archive: Archive,
  work: () => Promise<Result>,
): Promise<Result> {
  const kept: string[] = []
  const takeBack = async (slugs: readonly string[]) => {
    for (const slug of slugs) await pictures.remove(slug)
  }
  try {
    for (const slug of pictureSlugs(archive)) {
      if ((await pictures.findUrl(slug)) !== null) continue
      const jpeg = await reencodePicture(archive, slug)
      kept.push(slug)
      await pictures.save(slug, jpeg)
    }
    const result = await work()
    await takeBack(kept.filter((slug) => !result.ownerSlugs.includes(slug)))
    return result
  } catch (error) {
    await takeBack(kept)
    throw error
  }
}

function pictureSlugs({ names }: Archive): string[] {
  const slugs = [...names].flatMap((name) => PICTURE_PATH.exec(name)?.[1] ?? [])
  if (slugs.length > MAX_PICTURES) throw archiveError('The archive holds more than is taken here.')
  return slugs.filter(isValidPictureSlug)
}

async function reencodePicture(archive: Archive, slug: string): Promise<Uint8Array> {
  try {
    return await toOwnerPicture((await archive.readBytes(picturePath(slug))) ?? new Uint8Array())
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'archive_unreadable') throw error
    throw archiveError(`${picturePath(slug)} in the archive is not what it is said to be.`, error)
  }
}
