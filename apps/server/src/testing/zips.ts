import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The files of a zip by name. */
export type ZipFiles = Map<string, Buffer>

export async function readZip(zip: Buffer): Promise<ZipFiles> {
  const files: ZipFiles = new Map()
  const archive = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return files
}

export async function createZip(files: ZipFiles): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(content, name)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}
