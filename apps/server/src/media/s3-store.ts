import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { ByteRange } from '../http/byte-range.ts'
import { createGcTransform } from './gc-transform.ts'
import { type MediaStore, MediaUnreachableError } from './media-store.ts'

const MB = 1024 * 1024
/** Of a large file this much is in memory at once. */
const MIN_PART_BYTES = 5 * MB
/** In milliseconds: the storage must have taken a request, and begun its answer, within this; twice, when it is tried again. */
const REQUEST_TIMEOUT_MS = 15_000
/** The storage takes no more parts of one file. */
const MAX_PARTS = 10_000

export type S3Options = {
  bucket: string
  /** Before every key; empty or ending with a slash. */
  prefix: string
  endpoint: string
  region: string
  stagingFolder: string
}

/** Media in a bucket of any storage that speaks S3. Who we are there is read from the usual AWS settings. */
export function s3Store(address: S3Options, answerMs = REQUEST_TIMEOUT_MS): MediaStore {
  const { bucket, prefix, stagingFolder } = address
  const client = new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    // Own storages seldom have a host name for each bucket.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: answerMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
    maxAttempts: 2,
    // Nor do all of them know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  return {
    stagingFolder,

    async put(key, file, contentType) {
      const { size } = await stat(file)
      // Where one end breaks, so does the other: the upload is told by the stream that it sends.
      const body = pipeline(createReadStream(file), createGcTransform(), () => {})
      const upload = new Upload({
        client,
        params: { ...objectOf(key), Body: body, ContentType: contentType },
        queueSize: 1,
        partSize: Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS)),
      })
      await upload.done().catch(throwUnreachable)
    },

    async read(key, range) {
      try {
        const command = new GetObjectCommand({ ...objectOf(key), ...rangeHeader(range) })
        const { Body } = await client.send(command)
        if (!(Body instanceof Readable)) throw new Error('the object storage answered without a file')
        return Body
      } catch (error) {
        return error instanceof NoSuchKey ? null : throwUnreachable(error)
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key))).catch(throwUnreachable)
    },

    async *list() {
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
          for (const { Key, LastModified } of page.Contents ?? []) {
            if (Key !== undefined && LastModified !== undefined)
              yield { key: Key.slice(prefix.length), storedAt: LastModified }
          }
        }
      } catch (error) {
        throwUnreachable(error)
      }
    },
  }
}

function rangeHeader(range: ByteRange | null): { Range?: string } {
  return range === null ? {} : { Range: `bytes=${range.first}-${range.last}` }
}

function throwUnreachable(cause: unknown): never {
  const sentence = `The object storage could not be used (${errorCodeOf(cause)}). Check MEDIA_URL, S3_ENDPOINT and the AWS keys, and that it runs.`
  throw new MediaUnreachableError(sentence, { cause })
}

/** Such as NoSuchBucket or ECONNREFUSED. */
function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
