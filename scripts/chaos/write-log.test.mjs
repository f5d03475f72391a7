import { expect, it } from 'vitest'
import { createWriteLog, findDuplicates, findLostWrites, recordState } from './write-log.mjs'

/** @param {string[]} items @param {Record<string, unknown>} [states] */
const observed = (items, states = {}) => ({ items, states: new Map(Object.entries(states)) })

it('misses what was acknowledged and is not there, and nothing else', () => {
  const ledger = createWriteLog()
  for (const text of ['one', 'two']) ledger.acknowledged.add(text)
  expect(findLostWrites(ledger, observed(['two', 'one', 'never acknowledged']))).toEqual([])
  expect(findLostWrites(ledger, observed(['two']))).toEqual(['one'])
})

it('takes for a vote the last one acknowledged, or one tried since then without an answer', () => {
  const ledger = createWriteLog()
  recordState(ledger, 'vote', 1, false)
  expect(findLostWrites(ledger, observed([]))).toEqual([])
  expect(findLostWrites(ledger, observed([], { vote: 1 }))).toEqual([])
  recordState(ledger, 'vote', 2, true)
  recordState(ledger, 'vote', 3, false)
  expect(findLostWrites(ledger, observed([], { vote: 2 }))).toEqual([])
  expect(findLostWrites(ledger, observed([], { vote: 3 }))).toEqual([])
  expect(findLostWrites(ledger, observed([], { vote: 1 }))).toEqual(['vote is 1, was 2'])
  expect(findLostWrites(ledger, observed([]))).toEqual(['vote is null, was 2'])
})

it('finds what is there twice', () => {
  expect(findDuplicates(observed(['a', 'b']))).toEqual([])
  expect(findDuplicates(observed(['a', 'b', 'a', 'a']))).toEqual(['a', 'a'])
})
