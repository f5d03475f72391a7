import { isAbsolute, join, resolve } from 'node:path'
import type { Settings } from '../settings.ts'
import { fileStore } from './file-store.ts'
import type { MediaStore } from './media-store.ts'
import type { S3Options } from './s3-store.ts'

type MediaSettings = Pick<Settings, 'dataDir' | 'MEDIA_URL' | 'S3_ENDPOINT' | 'AWS_REGION'>

/** The store that `MEDIA_URL` names. Without it, the folder `media` in the data directory. */
export async function createMediaStore(settings: MediaSettings): Promise<MediaStore> {
  const { MEDIA_URL, dataDir } = settings
  if (MEDIA_URL === undefined) return fileStore(join(dataDir, 'media'))
  if (MEDIA_URL.startsWith('file:')) return fileStore(parseFolderUrl(MEDIA_URL))
  return createBucketStore(MEDIA_URL, settings, {
    setting: 'MEDIA_URL',
    stagingFolder: join(dataDir, 'incoming'),
  })
}

export async function createBucketStore(
  url: string,
  { S3_ENDPOINT = '', AWS_REGION }: Partial<Pick<Settings, 'S3_ENDPOINT'>> & Pick<Settings, 'AWS_REGION'>,
  options: Pick<S3Options, 'setting' | 'stagingFolder'>,
): Promise<MediaStore> {
  const { hostname, pathname } = new URL(url)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  // Imported only when needed, because the S3 library is large and slows down the start.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    ...options,
    bucket: hostname,
    prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/`,
    endpoint: S3_ENDPOINT,
    region: AWS_REGION,
  })
}

/** Parses `file:FOLDER` or `file:///FOLDER`. A relative path is resolved against the working directory. */
export function parseFolderUrl(url: string): string {
  const path = decodeURIComponent(url.replace(/^file:(?:\/\/(?=\/))?/, ''))
  return isAbsolute(path) ? path : resolve(path)
}
