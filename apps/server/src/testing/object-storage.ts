import S3rver from 's3rver'

/** The credentials of the storage's only user. */
export const STORAGE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const

/** Starts a private S3-compatible object storage with one bucket. */
export async function startObjectStorage(directory: string, bucket: string) {
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() }
}
