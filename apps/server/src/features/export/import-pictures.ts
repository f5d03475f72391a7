import { ApiError } from '../../http/errors/api-error.ts'
import { isValidPictureSlug, type OwnerPictures } from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import { archiveError } from './archive-error.ts'
import { PICTURE_PATH, picturePath } from './archive-format.ts'
import type { Archive } from './read-archive.ts'

/** More than any league has owners. */
const MAX_PICTURES = 2000

/**
 * Re-encodes and stores the owner pictures of an archive, then runs `work`, which returns the slugs of the
 * league's owners. Pictures of anyone else are removed again, and all of them if `work` fails. Existing
 * pictures are not replaced, because other leagues use them too. Throws an ApiError for a file that is not a
 * picture.
 */
export async function withImportedPictures<Result extends { ownerSlugs: readonly string[] }>(
  pictures: OwnerPictures,
  archive: Archive,
  work: () => Promise<Result>,
): Promise<Result> {
  const savedSlugs: string[] = []
  const removePictures = async (slugs: readonly string[]) => {
    for (const slug of slugs) await pictures.remove(slug)
  }
  try {
    for (const slug of pictureSlugs(archive)) {
      if ((await pictures.findUrl(slug)) !== null) continue
      const jpeg = await reencodePicture(archive, slug)
      savedSlugs.push(slug)
      await pictures.save(slug, jpeg)
    }
    const result = await work()
    await removePictures(savedSlugs.filter((slug) => !result.ownerSlugs.includes(slug)))
    return result
  } catch (error) {
    await removePictures(savedSlugs)
    throw error
  }
}

function pictureSlugs({ names }: Archive): string[] {
  const slugs = [...names].flatMap((name) => PICTURE_PATH.exec(name)?.[1] ?? [])
  if (slugs.length > MAX_PICTURES) throw archiveError('The archive is too large to import.')
  return slugs.filter(isValidPictureSlug)
}

async function reencodePicture(archive: Archive, slug: string): Promise<Uint8Array> {
  try {
    return await toOwnerPicture((await archive.readBytes(picturePath(slug))) ?? new Uint8Array())
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'archive_unreadable') throw error
    throw archiveError(`${picturePath(slug)} in the archive isn't a valid picture.`, error)
  }
}
