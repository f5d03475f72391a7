import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The files of a zip by their names. */
export type Files = Map<string, Buffer>

export async function unzipped(zip: Buffer): Promise<Files> {
  const files: Files = new Map()
  const archive = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return files
}

export async function zipped(files: Files): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(content, name)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}
