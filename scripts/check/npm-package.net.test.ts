import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'

const MAX_UNPACKED_BYTES = 25 * 1024 * 1024

/** An empty folder in which the package is installed, as npx does. */
let folder: string
const running: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-npx-'))
  execFileSync(process.execPath, ['scripts/tool.mjs', 'pack', folder], { cwd: ROOT, stdio: 'pipe' })
  const [archive = ''] = readdirSync(folder)
  const args = ['install', `./${archive}`, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })
}, 600_000)
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('is at most 25 MB unpacked', () => {
  const path = join(folder, 'node_modules/fieldhouse')
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const bytes = files.map((file) => statSync(join(path, file))).filter((stat) => stat.isFile())
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_UNPACKED_BYTES)
})

it('starts in an empty folder, with the data in ./data, and runs commands', async () => {
  const program = join(folder, 'node_modules/.bin/fieldhouse')
  const env = { ...process.env, PORT: '0', REFRESH_SCHEDULE: 'off', LOG_LEVEL: 'error' }
  const server = spawn(program, [], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(server)
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        printed += text
        const match = /^Fieldhouse is listening on (\S+)$/m.exec(printed)
        if (match?.[1] !== undefined) resolve(match[1])
      })
    server.on('exit', () => reject(new Error(printed)))
  })
  expect(await (await fetch(address)).text()).toContain('<!doctype html>')
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/fieldhouse/package.json'), 'utf8'))
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ ok: true, version })
  expect(statSync(join(folder, 'data/fieldhouse.db')).isFile()).toBe(true)
  const code = execFileSync(program, ['admin', 'signup-code'], { cwd: folder, encoding: 'utf8' })
  expect(code.trim().length).toBeGreaterThan(10)
  expect(printed).toContain('npx fieldhouse admin signup-code prints it')
  const help = execFileSync(program, ['admin', 'help', 'signup-code'], { cwd: folder, encoding: 'utf8' })
  expect(help).toContain('npx fieldhouse admin signup-code')
})
