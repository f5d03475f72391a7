import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

const START_TIMEOUT_MS = 60_000

/**
 * Waits until a child process prints a matching line. Rejects with its output if it exits or takes longer
 * than a minute.
 */
export function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => reject(new Error(`${reason}:\n${output}`))
    const timer = setTimeout(() => fail('timed out waiting for output'), START_TIMEOUT_MS)
    child.once('exit', () => fail('process exited'))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const match = pattern.exec(output)
        if (match === null) return
        clearTimeout(timer)
        resolve(match)
      })
    }
  })
}
