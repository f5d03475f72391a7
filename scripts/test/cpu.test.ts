import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { runCommand } from '../bootstrap/processes.mjs'
import { measureCpu, processCpuMs } from './budget.ts'

const WORK = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);'

const children: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

it.runIf(existsSync('/proc/self/stat'))('includes the work of programs that have ended', async () => {
  const [before, end] = [processCpuMs(), measureCpu()]
  await runCommand(process.execPath, ['-e', WORK])
  expect(processCpuMs() - before).toBeGreaterThan(250)
  expect(end()).toBeGreaterThan(250)
})

it.runIf(existsSync('/proc/self/stat'))(
  'includes the work of a running program, and nothing from before the measurement',
  async () => {
    const child = spawn(process.execPath, ['-e', `${WORK} console.log('done'); setInterval(() => {}, 1000)`])
    children.push(child)
    const end = measureCpu()
    await new Promise((resolve) => void child.stdout?.once('data', resolve))
    expect(end()).toBeGreaterThan(250)
    const endLater = measureCpu()
    expect(endLater()).toBeLessThan(100)
  },
)
