import { expect, it } from 'vitest'
import { createWriteLog, findDuplicates, findLostWrites, recordState } from './load.ts'

const observed = (items: string[], states: Record<string, unknown> = {}) => ({
  items,
  states: new Map(Object.entries(states)),
})

it('reports only acknowledged items that are missing', () => {
  const writeLog = createWriteLog()
  for (const text of ['one', 'two']) writeLog.acknowledged.add(text)
  expect(findLostWrites(writeLog, observed(['two', 'one', 'never acknowledged']))).toEqual([])
  expect(findLostWrites(writeLog, observed(['two']))).toEqual(['one'])
})

it('accepts the last acknowledged vote, or one attempted since then', () => {
  const writeLog = createWriteLog()
  recordState(writeLog, 'vote', 1, false)
  expect(findLostWrites(writeLog, observed([]))).toEqual([])
  expect(findLostWrites(writeLog, observed([], { vote: 1 }))).toEqual([])
  recordState(writeLog, 'vote', 2, true)
  recordState(writeLog, 'vote', 3, false)
  expect(findLostWrites(writeLog, observed([], { vote: 2 }))).toEqual([])
  expect(findLostWrites(writeLog, observed([], { vote: 3 }))).toEqual([])
  expect(findLostWrites(writeLog, observed([], { vote: 1 }))).toEqual(['vote is 1, was 2'])
  expect(findLostWrites(writeLog, observed([]))).toEqual(['vote is null, was 2'])
})

it('finds items that are stored twice', () => {
  expect(findDuplicates(observed(['a', 'b']))).toEqual([])
  expect(findDuplicates(observed(['a', 'b', 'a', 'a']))).toEqual(['a', 'a'])
})
