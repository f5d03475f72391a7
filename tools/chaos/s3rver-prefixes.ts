import { createRequire } from 'node:module'

/**
 * Loaded with `--import` into the simulated object storage, which otherwise lists no common prefix that has only folders
 * below it. Litestream asks for those.
 */
type Listing = { objects: { key: string }[]; commonPrefixes: string[] }
type ListOptions = { prefix?: string; delimiter?: string }
type Store = { listObjects: (bucket: string, options: ListOptions) => Promise<Listing> }

const Filesystem: { prototype: Store } = createRequire(import.meta.url)('s3rver/lib/stores/filesystem')
const listAll = Filesystem.prototype.listObjects

Filesystem.prototype.listObjects = async function (bucket, options) {
  const { prefix = '', delimiter = '' } = options
  if (delimiter === '') return listAll.call(this, bucket, options)
  const listing = await listAll.call(this, bucket, { ...options, delimiter: '' })
  const prefixes = new Set<string>()
  const objects = listing.objects.filter(({ key }) => {
    const end = key.indexOf(delimiter, prefix.length)
    if (end >= 0) prefixes.add(key.slice(0, end + delimiter.length))
    return end < 0
  })
  return { ...listing, objects, commonPrefixes: [...prefixes].toSorted() }
}
