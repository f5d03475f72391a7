import { getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { taskThread } from './task-thread.ts'

it.runIf(process.platform === 'linux')('runs tasks with a lower priority than requests', async () => {
  const thread = taskThread<null, number>(new URL('../testing/priority-thread.ts', import.meta.url))
  onTestFinished(() => thread.close())
  const before = getPriority()
  expect(await thread.run(null)).toBe(before + 5)
  expect(getPriority()).toBe(before)
})
