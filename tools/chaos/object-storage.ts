import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { startChild } from '../bench/program.ts'

const BUCKET = 'media'

export async function startObjectStorage(folder: string, port: number) {
  const program = join(ROOT, 'node_modules/s3rver/bin/s3rver.js')
  const flags = ['--import', pathToFileURL(join(import.meta.dirname, 's3rver-prefixes.ts')).href]
  const address = ['-a', '127.0.0.1', '-p', String(port)]
  const child = startChild([...flags, program, '-d', folder, ...address, '--configure-bucket', BUCKET], {})
  await child.waitForOutput(/listening/i)
  return child
}

export function storageSettings(port: number) {
  return {
    MEDIA_URL: `s3://${BUCKET}/league`,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export function createImageForm() {
  const form = new FormData()
  form.append('files', new File([IMAGE], 'pixel.png', { type: 'image/png' }))
  return form
}
