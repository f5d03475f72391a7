import { expect, it } from 'vitest'
import { memoizeFor } from './read-history.ts'

it('reloads after the TTL, when the clock moves backward, and after a failure', async () => {
  let nowMs = 10_000
  let loadCount = 0
  let shouldFail = false
  const load = async () => {
    loadCount += 1
    if (shouldFail) throw new Error('load failed')
    return loadCount
  }
  const read = memoizeFor(load, 1000, () => new Date(nowMs))
  const values = [await read()]
  nowMs += 999
  values.push(await read())
  nowMs += 1
  values.push(await read())
  nowMs -= 5000
  values.push(await read())
  expect(values).toEqual([1, 1, 2, 3])
  nowMs += 1000
  shouldFail = true
  await expect(read()).rejects.toThrow('load failed')
  shouldFail = false
  expect(await read()).toBe(5)
})
