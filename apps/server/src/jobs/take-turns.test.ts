import { expect, it } from 'vitest'
import { mapInTurns, workInTurn } from '../threads/work-queues.ts'

/** Takes longer than a turn. */
function workFor(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('lets others work in between, and gives turns to long pieces of work', async () => {
  const order: string[] = []
  const work = (name: string) => (item: number) => {
    workFor(12)
    order.push(`${name}${item}`)
    return item
  }
  const long = Promise.all([mapInTurns([1, 2, 3], work('a')), mapInTurns([1, 2, 3], work('b'))])
  setImmediate(() => order.push('other'))
  expect(await long).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(order.slice(0, 2)).toEqual(['a1', 'b1'])
  expect(order.filter((each) => each !== 'other').slice(2)).toEqual(['a2', 'b2', 'a3', 'b3'])
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('b2'))
})

it('lets others work between the pieces of a burst', async () => {
  const order: string[] = []
  const pieces = ['a', 'b', 'c'].map((name) =>
    workInTurn(() => {
      workFor(12)
      order.push(name)
    }),
  )
  setImmediate(() => order.push('other'))
  await Promise.all(pieces)
  expect(order.filter((each) => each !== 'other')).toEqual(['a', 'b', 'c'])
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('c'))
})
