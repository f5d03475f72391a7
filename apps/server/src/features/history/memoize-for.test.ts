import { expect, it } from 'vitest'
import { memoizeFor } from './memoize-for.ts'

it('asks again after a while, where the clock was put back, and after a failure', async () => {
  let at = 10_000
  let asked = 0
  let fails = false
  const ask = async () => {
    asked += 1
    if (fails) throw new Error('nobody knows')
    return asked
  }
  const read = memoizeFor(ask, 1000, () => new Date(at))
  const seen = [await read()]
  at += 999
  seen.push(await read())
  at += 1
  seen.push(await read())
  at -= 5000
  seen.push(await read())
  expect(seen).toEqual([1, 1, 2, 3])
  at += 1000
  fails = true
  await expect(read()).rejects.toThrow('nobody knows')
  fails = false
  expect(await read()).toBe(5)
})
