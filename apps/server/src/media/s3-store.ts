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
import { type MediaStore, MediaUnreachableError } from './media-store.ts'
import { freeingSpent } from './spent-buffers.ts'

const MB = 1024 * 1024
/** Of a large file this much is in memory at once. */
const PART = 5 * MB
/** In milliseconds: the storage must have taken a request, and begun its answer, within this; twice, when it is tried again. */
const ANSWER_MS = 15_000
/** The storage takes no more parts of one file. */
const PARTS = 10_000

export type S3Address = {
  bucket: string
  /** Before every key; empty or ending with a slash. */
  prefix: string
  endpoint: string
  region: string
  incoming: string
}

/** Media in a bucket of any storage that speaks S3. Who we are there is read from the usual AWS settings. */
export function s3Store(address: S3Address, answerMs = ANSWER_MS): MediaStore {
  const { bucket, prefix, incoming } = address
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
    incoming,

    async put(key, file, contentType) {
      const { size } = await stat(file)
      // Where one end breaks, so does the other: the upload is told by the stream that it sends.
      const body = pipeline(createReadStream(file), freeingSpent(), () => {})
      const upload = new Upload({
        client,
        params: { ...objectOf(key), Body: body, ContentType: contentType },
        queueSize: 1,
        partSize: Math.max(PART, Math.ceil(size / PARTS)),
      })
      await upload.done().catch(unreachable)
    },

    async read(key, range) {
      try {
        const command = new GetObjectCommand({ ...objectOf(key), ...rangeHeader(range) })
        const { Body } = await client.send(command)
        if (!(Body instanceof Readable)) throw new Error('the object storage answered without a file')
        return Body
      } catch (error) {
        return error instanceof NoSuchKey ? null : unreachable(error)
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key))).catch(unreachable)
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
        unreachable(error)
      }
    },
  }
}

function rangeHeader(range: ByteRange | null): { Range?: string } {
  return range === null ? {} : { Range: `bytes=${range.first}-${range.last}` }
}

function unreachable(cause: unknown): never {
  const sentence = `The object storage could not be used (${kindOf(cause)}). Check MEDIA_URL, S3_ENDPOINT and the AWS keys, and that it runs.`
  throw new MediaUnreachableError(sentence, { cause })
}

/** Such as NoSuchBucket or ECONNREFUSED. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
