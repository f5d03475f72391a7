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
