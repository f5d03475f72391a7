import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

it('is asked once for all who ask together, and again for who asks while it is under way', async () => {
  const answers: (() => void)[] = []
  let asked = 0
  const read = coalesce(async () => {
    asked += 1
    const number = asked
    await new Promise<void>((resolve) => answers.push(resolve))
    return number
  })
  const together = [read(), read()]
  await expect.poll(() => answers.length).toBe(1)
  const later = [read(), read()]
  answers[0]?.()
  expect(await Promise.all(together)).toEqual([1, 1])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  expect(await Promise.all(later)).toEqual([2, 2])
  expect(asked).toBe(2)
})

it('tells a failure to those who shared it, and to nobody after them', async () => {
  let fails = true
  const read = coalesce(async () => {
    if (fails) throw new Error('nobody knows')
    return 'known'
  })
  const failed = Promise.allSettled([read(), read()])
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await read()).toBe('known')
})
