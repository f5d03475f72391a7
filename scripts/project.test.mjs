import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * How a command ends whose work is this.
 * @param {string} work the body of an async function
 */
function runInProcess(work) {
  const project = JSON.stringify(join(import.meta.dirname, 'project.mjs'))
  const program = `
    import { parseArgs } from 'node:util'
    const { exitOnUserError, UserError } = await import(${project})
    await exitOnUserError(async () => { ${work} })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { status, said: stderr }
}

it('ends a refused command with its sentence alone', () => {
  expect(runInProcess("throw new UserError('Unknown experiment.')")).toEqual({
    status: 1,
    said: 'Unknown experiment.\n',
  })
})

it('says which option it does not know', () => {
  const { status, said } = runInProcess("parseArgs({ args: ['--quick'], options: {} })")

  expect(status).toBe(1)
  expect(said).toMatch(/^Unknown option '--quick'.*\n$/)
})

it('shows all of a failure that nobody foresaw', () => {
  const { status, said } = runInProcess("throw new TypeError('x is not a function')")

  expect(status).toBe(1)
  expect(said).toContain('TypeError: x is not a function')
  expect(said).toContain('at ')
})
