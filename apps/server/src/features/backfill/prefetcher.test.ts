import { expect, it, vi } from 'vitest'
import { prefetcher } from './prefetcher.ts'

it('begins a reading once, however often it is asked for before it is taken', async () => {
  const ahead = prefetcher<string>()
  const read = vi.fn<() => Promise<string>>(async () => 'the season')
  void ahead.prefetch('2019', read)
  void ahead.prefetch('2019', read)
  expect(await ahead.take('2019', read)).toBe('the season')
  expect(read).toHaveBeenCalledTimes(1)
  await ahead.take('2019', read)
  expect(read).toHaveBeenCalledTimes(2)
})

it('tells who takes it of a failure, and nobody else', async () => {
  const ahead = prefetcher<string>()
  void ahead.prefetch('2019', () => Promise.reject(new Error('denied')))
  void ahead.prefetch('2018', () => Promise.reject(new Error('never taken')))
  await expect(ahead.take('2019', async () => 'unused')).rejects.toThrow('denied')
})
