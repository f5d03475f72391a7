import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, isUpToDate, removeMarker, writeMarker } from './content-hash.mjs'
import { installPackages } from './install.mjs'
import { withLock } from './lock.mjs'
import { runCommand } from './processes.mjs'
import { log, ROOT, UserError } from './project.mjs'

/** The inputs of each app's build, and an output file that shows that the build exists. */
const APPS = {
  web: {
    sources: ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-apps.mjs'],
    builtFile: 'apps/web/dist/index.html',
  },
  server: {
    sources: ['apps/server', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-apps.mjs'],
    builtFile: 'apps/server/dist/main.js',
  },
  simulator: {
    sources: [
      'apps/simulator',
      'packages',
      'package-lock.json',
      'tsconfig.base.json',
      'scripts/build-apps.mjs',
    ],
    builtFile: 'apps/simulator/dist/simulated.js',
  },
}

/** Installs the packages, in one process at a time. Throws a `UserError` on failure. */
export async function install() {
  await withBootstrapLock(installPackages)
}

/**
 * Installs the packages and builds the apps that are out of date, in one process at a time. Throws a
 * `UserError` on failure.
 * @param {{ apps?: readonly string[], rebuilds?: boolean }} [options] `apps` are all by default; `rebuilds`
 *   builds them even if they are up to date
 */
export async function bootstrap({ apps = Object.keys(APPS), rebuilds = false } = {}) {
  await withBootstrapLock(async () => {
    await installPackages()
    await buildStaleApps(apps, rebuilds)
  })
}

/** @param {() => Promise<unknown>} work */
function withBootstrapLock(work) {
  return withLock(join(ROOT, '.cache/bootstrap.lock'), work, {
    onWait: (owner) => log(`Waiting for process ${owner}, which is installing or building …`),
  })
}

/**
 * @param {readonly string[]} names
 * @param {boolean} rebuilds
 */
async function buildStaleApps(names, rebuilds) {
  const stale = Object.entries(APPS)
    .filter(([app]) => names.includes(app))
    .map(([app, { sources, builtFile }]) => ({
      app,
      hash: contentHash(ROOT, sources),
      isBuilt: existsSync(join(ROOT, builtFile)),
    }))
    .filter(({ app, hash, isBuilt }) => rebuilds || !isBuilt || !isUpToDate(`build-${app}`, hash))
  if (stale.length === 0) return
  const staleNames = stale.map(({ app }) => app)
  if (!staleNames.every((app) => existsSync(join(ROOT, 'apps', app, 'vite.config.ts'))))
    throw new UserError('This installation does not contain the simulator, which the command needs.')
  log(`Building ${new Intl.ListFormat('en').format(staleNames)} …`)
  for (const app of staleNames) removeMarker(`build-${app}`)
  // With another NODE_ENV, the build would contain the development version of React.
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'scripts/build-apps.mjs'), ...staleNames],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new UserError(`${output}\nThe build failed. See the output above.`)
  for (const { app, hash } of stale) writeMarker(`build-${app}`, hash)
}
