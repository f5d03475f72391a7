import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { runCommand } from '../bootstrap/processes.mjs'
import { MEASURED_AS, measureCpu, measureCpuOf, processCpuMs } from './cpu.ts'

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

it.runIf(existsSync('/proc/self/stat'))('tells programs apart that run at the same time', async () => {
  const [one, other] = [measureCpuOf('one'), measureCpuOf('other')]
  const env = { ...process.env, [MEASURED_AS]: 'one' }
  const start = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(WORK)}])`
  await runCommand(process.execPath, ['-e', `${start}; ${WORK} setTimeout(() => {}, 600)`], { env })
  expect(one()).toBeGreaterThan(500)
  expect(other()).toBe(0)
})
