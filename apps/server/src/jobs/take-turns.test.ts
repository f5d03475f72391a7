import { expect, it } from 'vitest'
import { mapInTurns } from './take-turns.ts'

/** Takes longer than a turn. */
function workFor(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('lets others work in between, and one long piece of work after the other', async () => {
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
  expect(order.filter((each) => each !== 'other').slice(2)).toEqual(['a2', 'a3', 'b2', 'b3'])
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('a3'))
})
