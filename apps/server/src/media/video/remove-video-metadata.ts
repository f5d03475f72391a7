import { open } from 'node:fs/promises'
import { editedFile } from './edited-file.ts'
import { removeMp4Metadata } from './mp4-metadata.ts'
import { removeWebmMetadata } from './webm-metadata.ts'

/**
 * Removes what a camera or an editor says about a video, such as where and with what it was recorded: it is overwritten
 * in place, so the size and the streams stay the same. MP4 and QuickTime: the boxes `udta`, `meta` and `uuid`, unused
 * space, and tracks of timed metadata. WebM: tags and attachments. A file that ends early or contains something unknown
 * is edited up to there.
 */
export async function removeVideoMetadata(path: string, contentType: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const file = await editedFile(handle)
    await (contentType === 'video/webm' ? removeWebmMetadata(file) : removeMp4Metadata(file))
  } finally {
    await handle.close()
  }
}
