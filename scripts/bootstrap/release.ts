import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runNpm } from './processes.mjs'
import { log, ROOT, UserError } from './project.mjs'

type Manifest = {
  version: string
  description: string
  license: string
  engines: object
  dependencies?: Record<string, string>
}

/** What `npx fieldhouse` runs: the server, or one of its commands, as in `npx fieldhouse admin help`. */
const PROGRAM = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(\`Fieldhouse needs Node 22.18 or newer. This is Node \${process.versions.node}.\`)
  process.exit(1)
}
const [first, ...rest] = process.argv.slice(2)
const isCommand = ['admin', 'backup', 'restore'].includes(first)
const path = new URL(\`../apps/server/dist/\${isCommand ? first : 'main'}.js\`, import.meta.url)
process.argv.splice(2, Infinity, ...(isCommand ? rest : process.argv.slice(2)))
await import(path)
`

/**
 * Writes the npm package of the release to a folder: the built server and page, and the packages that the server needs.
 * @param folder is created if it does not exist
 */
export async function packRelease([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new UserError('Specify the folder to write the package to.')
  const target = resolve(folder)
  const content = mkdtempSync(join(tmpdir(), 'fieldhouse-pack-'))
  try {
    for (const path of ['apps/server/dist', 'apps/web/dist', 'LICENSE', 'README.md', '.env.example'])
      cpSync(join(ROOT, path), join(content, path), { recursive: true })
    mkdirSync(join(content, 'bin'))
    writeFileSync(join(content, 'bin/fieldhouse.js'), PROGRAM)
    chmodSync(join(content, 'bin/fieldhouse.js'), 0o755)
    writeFileSync(join(content, 'package.json'), JSON.stringify(manifest(), null, 2))
    mkdirSync(target, { recursive: true })
    const { code, output } = await runNpm(['pack', '--pack-destination', target, '--silent'], {
      cwd: content,
    })
    if (code !== 0) throw new UserError(`${output}\nnpm pack failed.`)
    log(`Wrote ${join(target, output.trim().split('\n').at(-1) ?? '')}.`)
  } finally {
    rmSync(content, { recursive: true, force: true })
  }
}

/** The packages of the workspaces are part of the built server. */
function manifest() {
  const { version, description, license, engines } = readJson('package.json') as Manifest
  const { dependencies = {} } = readJson('apps/server/package.json') as Manifest
  return {
    name: 'fieldhouse',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { fieldhouse: 'bin/fieldhouse.js' },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !name.startsWith('@fieldhouse/')),
    ),
  }
}

type Package = {
  dev?: boolean
  link?: boolean
  resolved?: string
  devDependencies?: object
  workspaces?: string[]
}
type LockFile = { packages: Record<string, Package> }

/** Only tests use the simulator. */
const DEV_WORKSPACE = 'apps/simulator'

export async function writeSbom([file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new UserError('Name the file: npm run sbom -- fieldhouse.cdx.json')
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-sbom-'))
  try {
    writeProductionManifests(folder)
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--loglevel', 'error']
    const { code, output } = await runNpm(['sbom', '--package-lock-only', ...format], { cwd: folder })
    if (code !== 0) throw new UserError(`npm sbom failed:\n${output}`)
    writeFileSync(resolve(file), output)
    log(`Wrote ${file}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Without what only development needs: `npm sbom --omit dev` would also leave out the production packages of a
 * workspace that are development packages of the root.
 */
function writeProductionManifests(folder: string): void {
  const lock = readJson('package-lock.json') as LockFile
  const packages = Object.entries(lock.packages).filter(([path, { dev, resolved }]) => {
    return dev !== true && path !== DEV_WORKSPACE && resolved !== DEV_WORKSPACE
  })
  const workspaces = packages
    .map(([path]) => path)
    .filter((path) => path !== '' && !path.includes('node_modules'))
  const withoutDevelopment = (path: string, each: Package): Package => ({
    ...each,
    devDependencies: {},
    ...(path === '' ? { workspaces } : {}),
  })
  for (const path of ['', ...workspaces]) {
    const manifest = readJson(join(path, 'package.json')) as Package
    writeJson(join(folder, path, 'package.json'), withoutDevelopment(path, manifest))
  }
  const locked = packages.map(([path, each]): [string, Package] => [path, withoutDevelopment(path, each)])
  writeJson(join(folder, 'package-lock.json'), { ...lock, packages: Object.fromEntries<Package>(locked) })
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

function writeJson(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}
