import { constants, getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { taskThread } from './task-thread.ts'

it.runIf(process.platform === 'linux')('runs tasks with a lower priority than requests', async () => {
  const thread = taskThread<null, number>(new URL('../testing/priority-thread.ts', import.meta.url))
  onTestFinished(() => thread.close())
  const before = getPriority()
  // A process that has a low priority itself cannot lower it by as much.
  expect(await thread.run(null)).toBe(Math.min(constants.priority.PRIORITY_LOW, before + 5))
  expect(getPriority()).toBe(before)
})

it('rejects a task that cannot be copied, and continues with the next one', async () => {
  const thread = taskThread<unknown, number>(new URL('../testing/priority-thread.ts', import.meta.url))
  onTestFinished(() => thread.close())
  const tasks = [thread.run(null), thread.run(() => undefined), thread.run(null)]
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(thread.run(() => undefined)).rejects.toThrow('could not be cloned')
  expect(await thread.run(null)).toBeTypeOf('number')
})
