import { expect, it } from 'vitest'
import { layoutMasonry, type MasonryCell } from './masonry-layout.ts'

const NONE: ReadonlyMap<string, number> = new Map()

function cells(heights: Record<string, number>): MasonryCell[] {
  return Object.entries(heights).map(([key, height]) => ({ key, height }))
}

function columnsOf(heights: Record<string, number>, kept = NONE): Record<string, number> {
  return Object.fromEntries(layoutMasonry(cells(heights), 2, 10, kept).columns)
}

it('puts each cell into the shortest column', () => {
  const layout = layoutMasonry(cells({ a: 100, b: 30, c: 30, d: 50 }), 2, 10, NONE)
  expect(layout.positions).toEqual([
    { column: 0, top: 0 },
    { column: 1, top: 0 },
    { column: 1, top: 40 },
    { column: 1, top: 80 },
  ])
  expect(layout.height).toBe(130)
})

it('has no height without cells', () => {
  expect(layoutMasonry([], 3, 10, NONE)).toMatchObject({ positions: [], height: 0 })
})

it('keeps the columns when a cell grows or goes', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30, c: 30, d: 50 }), 2, 10, NONE)
  expect(columnsOf({ a: 100, b: 500, c: 30, d: 50 }, columns)).toEqual({ a: 0, b: 1, c: 1, d: 1 })
  expect(columnsOf({ b: 30, c: 30, d: 50 }, columns)).toEqual({ b: 1, c: 1, d: 1 })
})

it('goes on in the shortest column where cells come at the end', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30 }), 2, 10, NONE)
  expect(columnsOf({ a: 10, b: 300, c: 30 }, columns)).toEqual({ a: 0, b: 1, c: 0 })
})

it('lays all anew where a cell comes before others', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30 }), 2, 10, NONE)
  expect(columnsOf({ new: 20, a: 100, b: 30 }, columns)).toEqual({ new: 0, a: 1, b: 0 })
})
