import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Paths are relative to the recorded folder, which is the empty path. Files and folders are known by their inode. */
export type DiskRecord =
  | { kind: 'create' | 'makeFolder'; name: string; inode: number }
  | { kind: 'rename' | 'link'; name: string; target: string }
  | { kind: 'remove'; name: string }
  | { kind: 'write'; inode: number; position: number; data: Buffer }
  | { kind: 'truncate'; inode: number; size: number }
  | { kind: 'sync'; inode: number }
  /** What a client of the recorded program knows from here on. */
  | { kind: 'mark'; text: string }

/** The numbers of the kinds, as in record-writes.c. */
const KINDS = [
  null,
  'create',
  'makeFolder',
  'rename',
  'link',
  'remove',
  'write',
  'truncate',
  'sync',
  'mark',
] as const

const HEADER_BYTES = 32

/** Creates the folder that will be recorded, with empty subfolders that are on the disk already, and begins its log. */
export function startDiskLog(file: string, folder: string, subfolders: readonly string[] = []) {
  for (const name of ['', ...subfolders]) {
    mkdirSync(join(folder, name))
    append(file, 'makeFolder', { name, inode: statSync(join(folder, name)).ino })
  }
  append(file, 'sync', { inode: statSync(folder).ino })
}

export function appendMark(file: string, text: string) {
  append(file, 'mark', { data: Buffer.from(text) })
}

function append(
  file: string,
  kind: DiskRecord['kind'],
  { name = '', inode = 0, data = Buffer.alloc(0) }: { name?: string; inode?: number; data?: Buffer },
) {
  const path = Buffer.from(name)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(KINDS.indexOf(kind), 0)
  header.writeUInt32LE(path.length, 4)
  header.writeUInt32LE(data.length, 12)
  header.writeBigUInt64LE(BigInt(inode), 16)
  // In one write, because the recorded processes append to the file as well.
  appendFileSync(file, Buffer.concat([header, path, data]))
}

export function readDiskLog(file: string): DiskRecord[] {
  const bytes = readFileSync(file)
  const records: DiskRecord[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const [kind, nameBytes, targetBytes, dataBytes] = [0, 4, 8, 12].map((field) =>
      bytes.readUInt32LE(offset + field),
    ) as [number, number, number, number]
    const inode = Number(bytes.readBigUInt64LE(offset + 16))
    const position = Number(bytes.readBigUInt64LE(offset + 24))
    const nameAt = offset + HEADER_BYTES
    const targetAt = nameAt + nameBytes
    const dataAt = targetAt + targetBytes
    const name = bytes.toString('utf8', nameAt, targetAt)
    const target = bytes.toString('utf8', targetAt, dataAt)
    const data = bytes.subarray(dataAt, dataAt + dataBytes)
    records.push(toRecord(KINDS[kind], { name, target, data, inode, position }))
    offset = dataAt + dataBytes
  }
  return records
}

function toRecord(
  kind: (typeof KINDS)[number] | undefined,
  {
    name,
    target,
    data,
    inode,
    position,
  }: { name: string; target: string; data: Buffer; inode: number; position: number },
): DiskRecord {
  switch (kind) {
    case 'create':
    case 'makeFolder':
      return { kind, name, inode }
    case 'rename':
    case 'link':
      return { kind, name, target }
    case 'remove':
      return { kind, name }
    case 'write':
      return { kind, inode, position, data }
    case 'truncate':
      return { kind, inode, size: position }
    case 'sync':
      return { kind, inode }
    case 'mark':
      return { kind, text: data.toString('utf8') }
    default:
      throw new Error('the log of the disk is damaged')
  }
}
