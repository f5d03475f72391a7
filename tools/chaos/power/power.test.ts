import { expect, it } from 'vitest'
import { chooseCuts } from './power.ts'
import { type DiskRecord, VARIANTS } from './recorded-disk.ts'

/** Three syncs, at the records 1, 3 and 5. */
const RECORDS = Array.from({ length: 3 }, (): DiskRecord[] => [
  { kind: 'truncate', inode: 1, size: 0 },
  { kind: 'sync', inode: 1 },
]).flat()

it('cuts the power before every sync in every way, in the order of the log', () => {
  const cuts = chooseCuts(RECORDS, 12, 1)
  expect(cuts.map(({ record }) => record)).toEqual([1, 1, 1, 1, 3, 3, 3, 3, 5, 5, 5, 5])
  for (const record of [1, 3, 5]) {
    const variants = cuts.filter((cut) => cut.record === record).map(({ variant }) => variant)
    expect(new Set(variants)).toEqual(new Set(VARIANTS))
  }
})

it('loses other parts in further cuts', () => {
  const partial = chooseCuts(RECORDS, 30, 1).filter(({ variant }) => variant === 'some')
  expect(partial.length).toBe(21)
  expect(new Set(partial.map(({ seed }) => seed)).size).toBe(21)
})

it('chooses the same cuts for the same seed only', () => {
  expect(chooseCuts(RECORDS, 5, 1)).toEqual(chooseCuts(RECORDS, 5, 1))
  expect(chooseCuts(RECORDS, 5, 2)).not.toEqual(chooseCuts(RECORDS, 5, 1))
})
