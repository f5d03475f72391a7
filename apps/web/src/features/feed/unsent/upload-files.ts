import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { readFile } from '../../../storage/device-files.ts'
import { toFailedState } from '../media/uploads.ts'
import type { PostFile } from '../media/use-post-files.ts'
import type { UnsentPost } from './unsent-post.ts'

/** The files of a post, and why one of them was left out; null if none was. */
export type UploadedFiles = { media: readonly PostFile[]; problem: string | null }

/**
 * Uploads the files of a post that are on the device only, one after the other, up to one that cannot be posted.
 * Rejects with an ApiError if the server does not answer, or refuses a file that it may accept later.
 * @param save is called with all files of the post whenever one was uploaded
 */
export async function uploadFiles(
  client: QueryClient,
  { league, media = [] }: Pick<UnsentPost, 'league' | 'media'>,
  save: (media: readonly PostFile[]) => void,
): Promise<UploadedFiles> {
  let files = media
  for (const [index, { key, deviceKey = '', name = 'A file' }] of media.entries()) {
    if (key !== '') continue
    const leaveOut = (reason: string): UploadedFiles => ({
      media: files.toSpliced(index, 1),
      problem: `${name}: ${reason} You can post the rest.`,
    })
    const file = await readFile(deviceKey)
    if (file === null) return leaveOut('The file is no longer on this device.')
    try {
      const { media: uploaded } = await uploadFile(client, league, file)
      files = files.with(index, { ...files[index], key: uploaded[0]?.key ?? '' } as PostFile)
    } catch (error) {
      const { problem, canRetry } = toFailedState(error)
      if (canRetry || problem === null) throw error
      return leaveOut(problem)
    }
    save(files)
  }
  return { media: files, problem: null }
}

/** The files of a post that can be uploaded again, because the server has deleted them and the device has not. */
export async function findFilesOnDevice(media: readonly PostFile[]): Promise<readonly PostFile[]> {
  const found = await Promise.all(
    media.map(async ({ deviceKey = '' }) => (await readFile(deviceKey)) !== null),
  )
  return media.filter((_, index) => found[index]).map((file) => ({ ...file, key: '' }))
}

/** As a mutation, so that the page notices when the session has ended. */
function uploadFile(
  client: QueryClient,
  league: string,
  file: File,
): Promise<ApiResponse<'POST /api/league/:league/social/posts/media/'>> {
  const body = new FormData()
  body.append('files', file)
  return new MutationObserver(client, {
    mutationFn: () => apiClient('POST /api/league/:league/social/posts/media/', { params: { league }, body }),
  }).mutate()
}
