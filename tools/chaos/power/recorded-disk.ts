import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '../../../scripts/bootstrap/processes.mjs'

/**
 * What a disk has of the changes that were not synced when the power fails. Whether a file has its name depends on the
 * sync of its folder alone, as POSIX says.
 *
 * - `none`: nothing
 * - `names`: the names and sizes of files, but zeros in place of their data
 * - `some`: for each folder, the changes of names up to a random one; of the data, random writes, some of them torn
 * - `all`: everything, as after `kill -9`
 */
export const VARIANTS = ['none', 'names', 'some', 'all'] as const
export type Variant = (typeof VARIANTS)[number]

/** The smallest part of a write that a disk writes completely or not at all. */
const SECTOR_BYTES = 512

type FileNode = {
  content: Buffer
  pending: ({ position: number; data: Buffer } | { size: number })[]
}
type FolderNode = {
  /** By name; those on the disk, and those that programs see. */
  durable: Map<string, Node>
  current: Map<string, Node>
}
type Node = FileNode | FolderNode

/** A change of the names in a folder. A rename is one change of the folder that it leads to. */
type NameChange = {
  folder: FolderNode
  add?: { name: string; node: Node }
  remove?: { folder: FolderNode; name: string }
}

const isFolder = (node: Node): node is FolderNode => 'durable' in node

export class DiskModel {
  readonly #root: FolderNode = { durable: new Map(), current: new Map() }
  readonly #nodes = new Map<number, Node>()
  /** Not synced, in order. */
  #nameChanges: NameChange[] = []

  apply(record: DiskRecord) {
    switch (record.kind) {
      case 'create':
        return this.#create(record, { content: Buffer.alloc(0), pending: [] })
      case 'makeFolder':
        return this.#create(record, { durable: new Map(), current: new Map() })
      case 'link':
        return this.#addName(record.target, this.#find(record.name))
      case 'rename':
        return this.#rename(record.name, record.target)
      case 'remove': {
        const { folder, name } = this.#parentOf(record.name)
        folder.current.delete(name)
        this.#nameChanges.push({ folder, remove: { folder, name } })
        return
      }
      case 'write':
      case 'truncate':
        return void this.#fileOf(record.inode).pending.push(record)
      case 'sync':
        return this.#sync(record.inode)
      case 'mark':
        return
    }
  }

  /** What is on the disk after a power failure, by path. null is a folder, which comes before its content. */
  filesAfter(variant: Variant, random: () => number): Map<string, Buffer | null> {
    const names = this.#namesAfter(variant, random)
    const contents = new Map<FileNode, Buffer>()
    const files = new Map<string, Buffer | null>()
    const addFolder = (folder: FolderNode, path: string) => {
      for (const [name, node] of names.get(folder) ?? folder.durable) {
        const child = join(path, name)
        if (isFolder(node)) {
          files.set(child, null)
          addFolder(node, child)
          continue
        }
        const content = contents.get(node) ?? contentAfter(node, variant, random)
        contents.set(node, content)
        files.set(child, content)
      }
    }
    addFolder(this.#root, '')
    return files
  }

  #create({ name, inode }: { name: string; inode: number }, node: Node) {
    // The recorded folder itself.
    if (name === '') return void this.#nodes.set(inode, this.#root)
    this.#nodes.set(inode, node)
    this.#addName(name, node)
  }

  #addName(path: string, node: Node) {
    const { folder, name } = this.#parentOf(path)
    folder.current.set(name, node)
    this.#nameChanges.push({ folder, add: { name, node } })
  }

  #rename(from: string, to: string) {
    const node = this.#find(from)
    const source = this.#parentOf(from)
    const target = this.#parentOf(to)
    source.folder.current.delete(source.name)
    target.folder.current.set(target.name, node)
    this.#nameChanges.push({ folder: target.folder, add: { name: target.name, node }, remove: source })
  }

  #sync(inode: number) {
    const node = this.#nodes.get(inode)
    // Opened before the recording began.
    if (node === undefined) throw new Error(`a file without a record was synced: ${inode}`)
    if (!isFolder(node)) {
      node.content = applyWrites(node.content, node.pending)
      node.pending = []
      return
    }
    const synced = this.#nameChanges.filter(({ folder }) => folder === node)
    for (const change of synced) applyNameChange(change, ({ durable }) => durable)
    const done = new Set([...synced, ...synced.flatMap((change) => this.#creationsBefore(change))])
    this.#nameChanges = this.#nameChanges.filter((change) => !done.has(change))
  }

  /** A file that has been renamed on the disk is not created under its old name anymore. */
  #creationsBefore(rename: NameChange): NameChange[] {
    const { remove } = rename
    if (remove === undefined) return []
    return this.#nameChanges
      .slice(0, this.#nameChanges.indexOf(rename))
      .filter(({ folder, add }) => folder === remove.folder && add?.name === remove.name)
  }

  #namesAfter(variant: Variant, random: () => number) {
    const names = new Map<FolderNode, Map<string, Node>>()
    if (variant === 'none') return names
    const namesOf = (folder: FolderNode) => {
      const present = names.get(folder) ?? new Map(folder.durable)
      names.set(folder, present)
      return present
    }
    const byFolder = Map.groupBy(this.#nameChanges, ({ folder }) => folder)
    const chosen = new Set(
      [...byFolder.values()].flatMap((changes) =>
        changes.slice(0, variant === 'some' ? Math.floor(random() * (changes.length + 1)) : undefined),
      ),
    )
    for (const change of this.#nameChanges) if (chosen.has(change)) applyNameChange(change, namesOf)
    return names
  }

  #fileOf(inode: number): FileNode {
    const node = this.#nodes.get(inode)
    if (node === undefined || isFolder(node)) throw new Error(`a file without a record was written: ${inode}`)
    return node
  }

  #find(path: string): Node {
    const { folder, name } = this.#parentOf(path)
    const node = folder.current.get(name)
    if (node === undefined) throw new Error(`${path} is not in the log of the disk`)
    return node
  }

  #parentOf(path: string): { folder: FolderNode; name: string } {
    const parent = dirname(path)
    const folder = parent === '.' ? this.#root : this.#find(parent)
    if (!isFolder(folder)) throw new Error(`${parent} is not a folder in the log of the disk`)
    return { folder, name: path.slice(parent === '.' ? 0 : parent.length + 1) }
  }
}

function applyNameChange(
  { folder, add, remove }: NameChange,
  namesOf: (folder: FolderNode) => Map<string, Node>,
) {
  if (remove !== undefined) namesOf(remove.folder).delete(remove.name)
  if (add !== undefined) namesOf(folder).set(add.name, add.node)
}

function contentAfter({ content, pending }: FileNode, variant: Variant, random: () => number): Buffer {
  switch (variant) {
    case 'none':
      return content
    case 'all':
      return applyWrites(content, pending)
    case 'names': {
      const size = applyWrites(content, pending).length
      return applyWrites(content, [{ size }])
    }
    case 'some':
      return applyWrites(
        content,
        pending.flatMap((change) => choosePart(change, random)),
      )
  }
}

/** A third is kept, a third is lost, and of a third only some sectors are kept. */
function choosePart(change: FileNode['pending'][number], random: () => number): FileNode['pending'] {
  const fate = random() * 3
  if (fate < 1) return []
  if (fate < 2 || 'size' in change) return [change]
  const { position, data } = change
  const sectors: FileNode['pending'] = []
  for (let start = 0; start < data.length; ) {
    const end = Math.min(data.length, start + SECTOR_BYTES - ((position + start) % SECTOR_BYTES))
    if (random() < 0.5) sectors.push({ position: position + start, data: data.subarray(start, end) })
    start = end
  }
  return sectors
}

function applyWrites(content: Buffer, changes: FileNode['pending']): Buffer {
  if (changes.length === 0) return content
  const ends = changes.map((change) =>
    'size' in change ? change.size : change.position + change.data.length,
  )
  const bytes = Buffer.alloc(Math.max(content.length, ...ends))
  content.copy(bytes)
  let size = content.length
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < size) bytes.fill(0, change.size, size)
      size = change.size
    } else {
      change.data.copy(bytes, change.position)
      size = Math.max(size, change.position + change.data.length)
    }
  }
  return bytes.subarray(0, size)
}

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

export async function compileRecorder(
  folder: string,
): Promise<{ sharedObject: string } | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'what a program writes can be recorded on Linux only' }
  const sharedObject = join(folder, 'record-writes.so')
  const source = join(import.meta.dirname, 'record-writes.c')
  const args = ['-O1', '-shared', '-fPIC', '-o', sharedObject, source, '-ldl', '-lpthread']
  const { code, output } = await runCommand('cc', args)
  if (code === 0) return { sharedObject }
  if (code !== 127) return { reason: `the recorder does not compile:\n${output}` }
  return { reason: 'there is no C compiler named cc (on Debian and Ubuntu: apt-get install gcc libc6-dev)' }
}

/**
 * Returns the environment variables with which a program is recorded.
 * @param disk the folder whose changes are recorded
 * @param logFile from `startDiskLog`
 */
export function recorderEnv(sharedObject: string, disk: string, logFile: string): Record<string, string> {
  return {
    LD_PRELOAD: sharedObject,
    RECORD_FOLDER: disk,
    RECORD_FILE: logFile,
    // Writes through io_uring call no function of the C library.
    UV_USE_IO_URING: '0',
  }
}

/** Random numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
