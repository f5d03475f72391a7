import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.mjs'

/**
 * Runs a command with this work, and returns its exit code and output.
 * @param work the body of an async function
 */
function runInProcess(work: string) {
  const project = JSON.stringify(join(import.meta.dirname, 'project.mjs'))
  const program = `
    import { parseArgs } from 'node:util'
    const { exitOnUserError, UserError } = await import(${project})
    await exitOnUserError(async () => { ${work} })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, output: stderr }
}

it('prints only the message of a UserError', () => {
  expect(runInProcess("throw new UserError('Unknown experiment.')")).toEqual({
    status: 1,
    output: 'Unknown experiment.\n',
  })
})

it('prints the name of an unknown option', () => {
  const { status, output } = runInProcess("parseArgs({ args: ['--quick'], options: {} })")

  expect(status).toBe(1)
  expect(output).toMatch(/^Unknown option '--quick'.*\n$/)
})

it('says in one sentence that the project has to be built by the user who owns it', () => {
  const unwritable = (path: string) =>
    `throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: ${JSON.stringify(path)} })`
  expect(runInProcess(unwritable(join(ROOT, '.cache/bootstrap.lock')))).toEqual({
    status: 1,
    output: expect.stringMatching(
      /^Something has to be installed or built, and this user cannot write to \S+bootstrap\.lock\. Run .+\.\n$/,
    ),
  })
  expect(runInProcess(unwritable('/elsewhere')).output).toContain('at ')
})

it('prints the stack trace of an unexpected error', () => {
  const { status, output } = runInProcess("throw new TypeError('x is not a function')")

  expect(status).toBe(1)
  expect(output).toContain('TypeError: x is not a function')
  expect(output).toContain('at ')
})
