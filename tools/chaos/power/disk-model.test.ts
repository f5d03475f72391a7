import { beforeEach, expect, it } from 'vitest'
import { createRandom, DiskModel, type Variant } from './recorded-disk.ts'

const [ROOT, FOLDER, FILE, OTHER] = [1, 2, 3, 4]

let disk: DiskModel
beforeEach(() => {
  disk = new DiskModel()
  disk.apply({ kind: 'makeFolder', name: '', inode: ROOT })
})

/** The files after a power failure; null is a folder. */
function filesAfter(variant: Variant, seed = 1) {
  const files = [...disk.filesAfter(variant, createRandom(seed))]
  return Object.fromEntries(files.map(([path, content]) => [path, content?.toString() ?? null]))
}

const create = (name: string, inode = FILE) => disk.apply({ kind: 'create', name, inode })
const write = (text: string, position = 0, inode = FILE) =>
  disk.apply({ kind: 'write', inode, position, data: Buffer.from(text) })
const sync = (inode: number) => disk.apply({ kind: 'sync', inode })

it('loses a synced file whose folder was not synced', () => {
  create('a')
  write('text')
  sync(FILE)
  expect(filesAfter('none')).toEqual({})
  expect(filesAfter('all')).toEqual({ a: 'text' })
  sync(ROOT)
  expect(filesAfter('none')).toEqual({ a: 'text' })
})

it('keeps the name and size of a file, but not its data, when only names are written', () => {
  create('a')
  write('text')
  expect(filesAfter('names')).toEqual({ a: '\0\0\0\0' })
  sync(ROOT)
  expect(filesAfter('none')).toEqual({ a: '' })
})

it('loses a synced folder in a folder that was not synced', () => {
  disk.apply({ kind: 'makeFolder', name: 'b', inode: FOLDER })
  create('b/a')
  sync(FILE)
  sync(FOLDER)
  expect(filesAfter('none')).toEqual({})
  sync(ROOT)
  expect(filesAfter('none')).toEqual({ b: null, 'b/a': '' })
})

it('has a renamed file under one name, whichever folder was synced', () => {
  disk.apply({ kind: 'makeFolder', name: 'b', inode: FOLDER })
  create('draft')
  sync(ROOT)
  disk.apply({ kind: 'rename', name: 'draft', target: 'b/a' })
  expect(filesAfter('none')).toEqual({ b: null, draft: '' })
  sync(FOLDER)
  expect(filesAfter('none')).toEqual({ b: null, 'b/a': '' })
})

it('does not create a file again under the name that it had before it was renamed', () => {
  disk.apply({ kind: 'makeFolder', name: 'b', inode: FOLDER })
  sync(ROOT)
  create('draft')
  disk.apply({ kind: 'rename', name: 'draft', target: 'b/a' })
  sync(FOLDER)
  for (const variant of ['none', 'names', 'some', 'all'] as const)
    expect(filesAfter(variant)).toEqual({ b: null, 'b/a': '' })
})

it('keeps the content of a file that is replaced without a sync', () => {
  create('a')
  write('old')
  sync(FILE)
  create('a.part', OTHER)
  write('new', 0, OTHER)
  sync(OTHER)
  sync(ROOT)
  disk.apply({ kind: 'rename', name: 'a.part', target: 'a' })
  expect(filesAfter('none')).toEqual({ a: 'old', 'a.part': 'new' })
  expect(filesAfter('all')).toEqual({ a: 'new' })
})

it('removes a file that was synced only when its folder is synced again', () => {
  create('a')
  sync(ROOT)
  disk.apply({ kind: 'remove', name: 'a' })
  expect(filesAfter('none')).toEqual({ a: '' })
  expect(filesAfter('all')).toEqual({})
})

it('keeps what was written after a file became shorter', () => {
  create('a')
  write('a long text')
  disk.apply({ kind: 'truncate', inode: FILE, size: 2 })
  write('!', 4)
  expect(filesAfter('all')).toEqual({ a: 'a \0\0!' })
})

it('keeps whole sectors of a torn write, and never more of the names in a folder than were written before', () => {
  create('first')
  sync(FILE)
  create('second', OTHER)
  write('x'.repeat(4096), 100, OTHER)
  const outcomes = Array.from({ length: 200 }, (_, seed) => filesAfter('some', seed))
  expect(outcomes).toContainEqual({})
  expect(outcomes).toContainEqual({ first: '' })
  const contents = outcomes.flatMap(({ first, second }) => (second === undefined ? [] : [{ first, second }]))
  expect(contents.every(({ first }) => first === '')).toBe(true)
  // The first sector ends 412 bytes after the beginning of the write.
  const isTorn = (text: string) => text.length > 0 && text.length < 4196 && (text.length - 512) % 512 === 0
  expect(contents.some(({ second }) => second !== null && isTorn(second))).toBe(true)
  expect(
    contents.every(
      ({ second }) => second !== null && /^\0*(?:x{412})?(?:\0{512}|x{512})*x{0,100}$/.test(second),
    ),
  ).toBe(true)
})
