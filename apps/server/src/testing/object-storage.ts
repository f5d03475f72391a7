import S3rver from 's3rver'

/** What this storage takes for its only user. */
export const STORAGE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const

/** An object storage of one's own with one bucket, which speaks S3. */
export async function startObjectStorage(directory: string, bucket: string) {
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() }
}
