import { expect, it } from 'vitest'
import { layoutMasonry, type MasonryCell } from './masonry.tsx'

const NONE: ReadonlyMap<string, number> = new Map()

function cells(heights: Record<string, number>): MasonryCell[] {
  return Object.entries(heights).map(([key, height]) => ({ key, height }))
}

function columnsOf(heights: Record<string, number>, previous = NONE): Record<string, number> {
  return Object.fromEntries(layoutMasonry(cells(heights), 2, 10, previous).columns)
}

it('places each cell in the shortest column', () => {
  const layout = layoutMasonry(cells({ a: 100, b: 30, c: 30, d: 50 }), 2, 10, NONE)
  expect(layout.positions).toEqual([
    { column: 0, top: 0 },
    { column: 1, top: 0 },
    { column: 1, top: 40 },
    { column: 1, top: 80 },
  ])
  expect(layout.height).toBe(130)
})

it('returns a height of 0 without cells', () => {
  expect(layoutMasonry([], 3, 10, NONE)).toMatchObject({ positions: [], height: 0 })
})

it('keeps the columns when a cell grows or is removed', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30, c: 30, d: 50 }), 2, 10, NONE)
  expect(columnsOf({ a: 100, b: 500, c: 30, d: 50 }, columns)).toEqual({ a: 0, b: 1, c: 1, d: 1 })
  expect(columnsOf({ b: 30, c: 30, d: 50 }, columns)).toEqual({ b: 1, c: 1, d: 1 })
})

it('adds appended cells to the shortest column', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30 }), 2, 10, NONE)
  expect(columnsOf({ a: 10, b: 300, c: 30 }, columns)).toEqual({ a: 0, b: 1, c: 0 })
})

it('lays out all cells again when a cell is inserted before others', () => {
  const { columns } = layoutMasonry(cells({ a: 100, b: 30 }), 2, 10, NONE)
  expect(columnsOf({ new: 20, a: 100, b: 30 }, columns)).toEqual({ new: 0, a: 1, b: 0 })
})
