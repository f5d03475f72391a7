import { expect, it, vi } from 'vitest'
import { prefetcher } from './backfill-job.ts'

it('starts a read only once until it is taken', async () => {
  const reads = prefetcher<string>()
  const read = vi.fn<() => Promise<string>>(async () => 'the season')
  void reads.prefetch('2019', read)
  void reads.prefetch('2019', read)
  expect(await reads.take('2019', read)).toBe('the season')
  expect(read).toHaveBeenCalledTimes(1)
  await reads.take('2019', read)
  expect(read).toHaveBeenCalledTimes(2)
})

it('rejects in take when the read failed, and ignores failures that are never taken', async () => {
  const reads = prefetcher<string>()
  void reads.prefetch('2019', () => Promise.reject(new Error('denied')))
  void reads.prefetch('2018', () => Promise.reject(new Error('never taken')))
  await expect(reads.take('2019', async () => 'unused')).rejects.toThrow('denied')
})
