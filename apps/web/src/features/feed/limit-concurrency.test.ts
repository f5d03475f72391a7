import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

it('runs so many at a time, in order, past one that fails', async () => {
  const run = limitConcurrency(2)
  const begun: string[] = []
  const ends = new Map<string, { succeed: () => void; fail: (reason: Error) => void }>()
  const task = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => {
      ends.set(name, { succeed: () => resolve(name), fail: reject })
    })
  }
  const all = ['a', 'b', 'c', 'd'].map((name) => run(task(name)))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  ends.get('a')?.fail(new Error('broken'))
  await expect(all[0]).rejects.toThrow('broken')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['b', 'c']) ends.get(name)?.succeed()
  await expect(Promise.all([all[1], all[2]])).resolves.toEqual(['b', 'c'])
  ends.get('d')?.succeed()
  await expect(all[3]).resolves.toBe('d')
})
