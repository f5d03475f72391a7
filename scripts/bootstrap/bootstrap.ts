import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  arePackagesInstalled,
  contentHash,
  installPackages,
  isUpToDate,
  type PackageSet,
  removeMarker,
  writeMarker,
} from './install.ts'
import { withLock } from './lock.mjs'
import { runCommand } from './processes.mjs'
import { log, ROOT, UserError } from './project.mjs'

const BUILT_FILES = {
  web: 'apps/web/dist/index.html',
  server: 'apps/server/dist/main.js',
  simulator: 'apps/simulator/dist/simulated.js',
}

const COMMON_SOURCES = [
  'packages',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts/bootstrap/build-apps.ts',
]

/** Installs all packages, in one process at a time. Throws a `UserError` on failure. */
export async function install() {
  await withBootstrapLock(() => installPackages('all'))
}

/**
 * Installs the packages and builds the apps that are out of date, in one process at a time. Writes nothing if all are
 * current, so that the project's folder may be read-only. Throws a `UserError` on failure.
 * @param options `apps` are all by default; `packages` are all by default; `rebuilds` builds even what is up to date
 */
export async function bootstrap({
  apps = Object.keys(BUILT_FILES),
  packages = 'all',
  rebuilds = false,
}: {
  apps?: readonly string[]
  packages?: PackageSet
  rebuilds?: boolean
} = {}) {
  if (!rebuilds && arePackagesInstalled(packages) && findStaleApps(apps, false).length === 0) return
  await withBootstrapLock(async () => {
    await installPackages(packages)
    await buildStaleApps(findStaleApps(apps, rebuilds))
  })
}

function withBootstrapLock(work: () => Promise<unknown>) {
  return withLock(join(ROOT, '.cache/bootstrap.lock'), work, {
    onWait: (owner) => log(`Waiting for process ${owner}, which is installing or building …`),
  })
}

function findStaleApps(names: readonly string[], rebuilds: boolean) {
  return Object.entries(BUILT_FILES)
    .filter(([app]) => names.includes(app))
    .map(([app, builtFile]) => ({
      app,
      hash: contentHash(ROOT, [`apps/${app}`, ...COMMON_SOURCES]),
      isBuilt: existsSync(join(ROOT, builtFile)),
    }))
    .filter(({ app, hash, isBuilt }) => rebuilds || !isBuilt || !isUpToDate(`build-${app}`, hash))
}

async function buildStaleApps(stale: ReturnType<typeof findStaleApps>) {
  if (stale.length === 0) return
  const staleNames = stale.map(({ app }) => app)
  if (!staleNames.every((app) => existsSync(join(ROOT, 'apps', app, 'vite.config.ts'))))
    throw new UserError('This installation does not contain the simulator, which the command needs.')
  log(`Building ${new Intl.ListFormat('en').format(staleNames)} …`)
  for (const app of staleNames) removeMarker(`build-${app}`)
  // With another NODE_ENV, the build would contain the development version of React.
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [join(import.meta.dirname, 'build-apps.ts'), ...staleNames]
  const { code, output } = await runCommand(process.execPath, args, { env })
  if (code !== 0) throw new UserError(`${output}\nThe build failed. See the output above.`)
  for (const { app, hash } of stale) writeMarker(`build-${app}`, hash)
}
