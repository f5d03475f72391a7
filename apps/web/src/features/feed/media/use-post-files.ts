import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiClient } from '../../../api/api-client.ts'
import type { Upload } from './uploads.ts'
import { createUploadActions, uploadsQuery } from './use-uploads.ts'

/** The most files of a post. */
const MAX_FILES = 10

const TOO_MANY_MESSAGE = `A post has at most ${MAX_FILES} files.`

/** A file as it is sent with a post. */
export type PostFile = { key: string; caption: string; alt_text: string }

export type PostFiles = {
  list: readonly Upload[]
  /** Adds files to the post and uploads them at once. */
  add: (files: readonly File[]) => void
  /** Removes a file from the list, and from the server. */
  remove: (id: number) => void
  retry: (id: number) => void
  describe: (id: number, texts: Pick<Upload, 'caption'> | Pick<Upload, 'altText'>) => void
  /** Moves a file one place forward in the post. */
  moveForward: (id: number) => void
  /** Empties the list, because a post contains the files, and returns them. */
  take: () => PostFile[]
}

/** The files of a post that is being written. Uploads continue when the user leaves the tab. */
export function usePostFiles(league: string): PostFiles {
  const client = useQueryClient()
  const query = uploadsQuery(league, 'post')
  const { data: list = [] } = useQuery(query)

  async function uploadDraft(
    { id }: Upload,
    options: Parameters<Parameters<typeof createUploadActions>[3]>[1],
  ) {
    const { media } = await options.send('POST /api/league/:league/social/posts/media/', {
      params: { league },
      body: options.body,
      signal: options.signal,
    })
    for (const { key } of media) actions.update(id, { state: 'uploaded', progress: 1, key })
  }

  const actions = createUploadActions(client, league, 'post', uploadDraft)

  return {
    list,
    add(files) {
      const added = new Set(actions.add(files))
      const all = client.getQueryData(query.queryKey) ?? []
      const isFull = (id: number) => all.findIndex((upload) => upload.id === id) >= MAX_FILES
      for (const { id, state } of all.filter((upload) => added.has(upload.id)))
        if (isFull(id)) actions.update(id, { state: 'failed', problem: TOO_MANY_MESSAGE, canRetry: false })
        else if (state === 'selected') actions.send([id])
    },
    remove(id) {
      const key = list.find((upload) => upload.id === id)?.key ?? ''
      actions.remove(id)
      // Files that stay on the server are deleted after a day.
      if (key !== '')
        apiClient('DELETE /api/league/:league/social/posts/media/:key/', { params: { league, key } }).catch(
          () => undefined,
        )
    },
    retry: (id) => actions.send([id]),
    describe: actions.update,
    moveForward: (id) =>
      client.setQueryData(query.queryKey, (uploads = []) => {
        const index = uploads.findIndex((upload) => upload.id === id)
        const moved = uploads[index]
        return moved === undefined || index === 0
          ? uploads
          : uploads.toSpliced(index, 1).toSpliced(index - 1, 0, moved)
      }),
    take() {
      const uploaded = list.filter(({ state }) => state === 'uploaded')
      for (const { id } of uploaded) actions.remove(id)
      return uploaded.map(({ key, caption, altText }) => ({
        key,
        caption: caption.trim(),
        alt_text: altText.trim(),
      }))
    },
  }
}
