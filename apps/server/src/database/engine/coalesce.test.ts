import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

it('shares one call among simultaneous callers, and a second one among those that arrive during it', async () => {
  const finishCall: (() => void)[] = []
  let callCount = 0
  const read = coalesce(async () => {
    callCount += 1
    const number = callCount
    await new Promise<void>((resolve) => finishCall.push(resolve))
    return number
  })
  const simultaneous = [read(), read()]
  await expect.poll(() => finishCall.length).toBe(1)
  const later = [read(), read()]
  finishCall[0]?.()
  expect(await Promise.all(simultaneous)).toEqual([1, 1])
  await expect.poll(() => finishCall.length).toBe(2)
  finishCall[1]?.()
  expect(await Promise.all(later)).toEqual([2, 2])
  expect(callCount).toBe(2)
})

it('rejects only for the callers that shared the failed call', async () => {
  let fails = true
  const read = coalesce(async () => {
    if (fails) throw new Error('read failed')
    return 'value'
  })
  const failed = Promise.allSettled([read(), read()])
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await read()).toBe('value')
})
