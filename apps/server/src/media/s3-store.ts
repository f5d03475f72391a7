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
import { createGcTransform, type MediaStore, MediaUnreachableError } from './media-store.ts'

const MB = 1024 * 1024
/** The size of the parts in which a large file is uploaded. Only one part is in memory at a time. */
const MIN_PART_BYTES = 5 * MB
/** How long an attempt waits for the connection, and then for the response to start. */
const REQUEST_TIMEOUT_MS = 15_000
/** S3 accepts at most this many parts per upload. */
const MAX_PARTS = 10_000

export type S3Options = {
  bucket: string
  /** Prepended to every key; empty or ends with a slash. */
  prefix: string
  endpoint: string
  region: string
  stagingFolder: string
  /** The setting that names the bucket, for messages. */
  setting: 'MEDIA_URL' | 'BACKUPS_URL'
}

/** Stores files in a bucket of any S3-compatible storage. Credentials come from the usual AWS settings. */
export function s3Store(options: S3Options, timeoutMs = REQUEST_TIMEOUT_MS): MediaStore {
  const { bucket, prefix, stagingFolder } = options
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    // Self-hosted storages rarely have a host name per bucket.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    maxAttempts: 2,
    // Not all storages support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const throwUnreachable = (cause: unknown): never => {
    const message = `The object storage could not be used (${errorCodeOf(cause)}). Check ${options.setting}, S3_ENDPOINT and the AWS credentials, and that the storage is running.`
    throw new MediaUnreachableError(message, { cause })
  }

  return {
    stagingFolder,

    async put(key, file, contentType) {
      const { size } = await stat(file)
      // An error destroys both streams. The upload rejects through the stream that it reads.
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
        const header = range === null ? {} : { Range: `bytes=${range.first}-${range.last}` }
        const command = new GetObjectCommand({ ...objectOf(key), ...header })
        const { Body } = await client.send(command)
        if (!(Body instanceof Readable)) throw new Error('the object storage returned no body')
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
          for (const { Key, LastModified, Size } of page.Contents ?? []) {
            if (Key !== undefined && LastModified !== undefined)
              yield { key: Key.slice(prefix.length), storedAt: LastModified, bytes: Size ?? 0 }
          }
        }
      } catch (error) {
        throwUnreachable(error)
      }
    },
  }
}

function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
