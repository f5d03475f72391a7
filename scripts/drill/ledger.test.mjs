import { expect, it } from 'vitest'
import { doubledIn, lostOf, newLedger, noteState } from './ledger.mjs'

/** @param {string[]} things @param {Record<string, unknown>} [states] */
const found = (things, states = {}) => ({ things, states: new Map(Object.entries(states)) })

it('misses what was acknowledged and is not there, and nothing else', () => {
  const ledger = newLedger()
  for (const text of ['one', 'two']) ledger.acknowledged.add(text)
  expect(lostOf(ledger, found(['two', 'one', 'never acknowledged']))).toEqual([])
  expect(lostOf(ledger, found(['two']))).toEqual(['one'])
})

it('takes for a vote the last one acknowledged, or one tried since then without an answer', () => {
  const ledger = newLedger()
  noteState(ledger, 'vote', 1, false)
  expect(lostOf(ledger, found([]))).toEqual([])
  expect(lostOf(ledger, found([], { vote: 1 }))).toEqual([])
  noteState(ledger, 'vote', 2, true)
  noteState(ledger, 'vote', 3, false)
  expect(lostOf(ledger, found([], { vote: 2 }))).toEqual([])
  expect(lostOf(ledger, found([], { vote: 3 }))).toEqual([])
  expect(lostOf(ledger, found([], { vote: 1 }))).toEqual(['vote is 1, was 2'])
  expect(lostOf(ledger, found([]))).toEqual(['vote is null, was 2'])
})

it('finds what is there twice', () => {
  expect(doubledIn(found(['a', 'b']))).toEqual([])
  expect(doubledIn(found(['a', 'b', 'a', 'a']))).toEqual(['a', 'a'])
})
