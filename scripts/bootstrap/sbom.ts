import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runNpm } from './processes.mjs'
import { log, ROOT, UserError } from './project.mjs'

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

export async function writeSbom(file: string | undefined): Promise<void> {
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
