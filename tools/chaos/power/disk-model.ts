import { dirname, join } from 'node:path'
import type { DiskRecord } from './disk-log.ts'

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
