import { buffer } from 'node:stream/consumers'
import { MAX_UNPACKED_FILES } from '@fieldhouse/contract/seasons'
import { withZip, ZipError, type ZipLimits } from '../../zip/read-zip.ts'
import { fileError, SeasonRejection, type UploadedFile } from './season-file.ts'

const MB = 1024 * 1024
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]

/** The files of an upload, with those of zips instead of the zips. They may have as many bytes together as a form. */
export async function unpackFiles(files: readonly UploadedFile[], maxBytes: number): Promise<UploadedFile[]> {
  const unpacked: UploadedFile[] = []
  let rest = maxBytes
  for (const file of files) {
    const isZip = ZIP_SIGNATURE.every((byte, index) => file.bytes[index] === byte)
    const contents = isZip ? await readZip(file, rest, maxBytes) : [file]
    rest -= contents.reduce((sum, { bytes }) => sum + bytes.length, 0)
    unpacked.push(...contents)
  }
  return unpacked
}

async function readZip(
  { name, bytes }: UploadedFile,
  rest: number,
  maxBytes: number,
): Promise<UploadedFile[]> {
  const limits: ZipLimits = { files: MAX_UNPACKED_FILES, bytes: Math.max(0, rest), ratio: 200 }
  try {
    const files = await withZip(Buffer.from(bytes), limits, async ({ sizes, content }) => {
      const contents: UploadedFile[] = []
      for (const path of sizes.keys()) {
        const stream = isLeagueData(path) ? content(path) : null
        const base = path.split('/').at(-1) ?? path
        if (stream !== null) contents.push({ name: base, bytes: await buffer(stream) })
      }
      return contents
    })
    if (files.length === 0) throw fileError(name, 'the zip file contains no JSON or CSV files.')
    return files
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    if (error.fault !== 'too large') throw fileError(name, 'the zip file is damaged.')
    const detail = `a zip file can contain up to ${MAX_UNPACKED_FILES} files and ${maxBytes / MB} MB.`
    throw new SeasonRejection('too_large', `${name}: ${detail}`)
  }
}

/** Other files, such as those that a Mac adds, are ignored. */
function isLeagueData(path: string): boolean {
  return /\.(?:json|csv|txt|tsv)$/i.test(path) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(path)
}
