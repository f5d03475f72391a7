import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

const START_TIMEOUT_MS = 60_000

/** Waits until a program has printed a line of that form. Rejects with its output when it ends or takes too long. */
export function waitForLine(program: ChildProcess, form: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const giveUp = (why: string) => reject(new Error(`${why}:\n${output}`))
    const timer = setTimeout(() => giveUp('the program took too long'), START_TIMEOUT_MS)
    program.once('exit', () => giveUp('the program ended'))
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const match = form.exec(output)
        if (match === null) return
        clearTimeout(timer)
        resolve(match)
      })
    }
  })
}
