import { join } from 'node:path'
import { startChild } from '../bench/child.mjs'
import { ROOT } from '../project.mjs'

const BUCKET = 'media'

/**
 * An object storage that speaks S3, as a process of its own.
 * @param {string} folder
 * @param {number} port
 */
export async function startObjectStorage(folder, port) {
  const program = join(ROOT, 'node_modules/s3rver/bin/s3rver.js')
  const address = ['-a', '127.0.0.1', '-p', String(port)]
  const child = startChild([program, '-d', folder, ...address, '--configure-bucket', BUCKET], {})
  await child.waitForOutput(/listening/i)
  return child
}

/**
 * What tells a server of it.
 * @param {number} port
 */
export function storageSettings(port) {
  return {
    MEDIA_URL: `s3://${BUCKET}/league`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** A picture of one pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A form that uploads it. */
export function createImageForm() {
  const form = new FormData()
  form.append('files', new File([IMAGE], 'pixel.png', { type: 'image/png' }))
  return form
}
