import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, isUpToDate, removeMarker, writeMarker } from './content-hash.mjs'
import { installPackages } from './install.mjs'
import { withLock } from './lock.mjs'
import { log, ROOT, UserError } from './project.mjs'
import { runCommand } from './run-command.mjs'

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
}

/** Installs the packages, in one process at a time. Throws a `UserError` on failure. */
export async function install() {
  await withBootstrapLock(installPackages)
}

/**
 * Installs the packages and builds both apps if they are out of date, in one process at a time. Throws a
 * `UserError` on failure.
 * @param {{ rebuilds?: boolean }} [options] `rebuilds` builds the apps even if they are up to date
 */
export async function bootstrap({ rebuilds = false } = {}) {
  await withBootstrapLock(async () => {
    await installPackages()
    await buildStaleApps(rebuilds)
  })
}

/** @param {() => Promise<unknown>} work */
function withBootstrapLock(work) {
  return withLock(join(ROOT, '.cache/bootstrap.lock'), work, {
    onWait: (owner) => log(`Waiting for process ${owner}, which is installing or building …`),
  })
}

/** @param {boolean} rebuilds */
async function buildStaleApps(rebuilds) {
  const apps = Object.entries(APPS).map(([app, { sources, builtFile }]) => ({
    app,
    hash: contentHash(ROOT, sources),
    isBuilt: existsSync(join(ROOT, builtFile)),
  }))
  const stale = apps.filter(
    ({ app, hash, isBuilt }) => rebuilds || !isBuilt || !isUpToDate(`build-${app}`, hash),
  )
  if (stale.length === 0) return
  const names = stale.map(({ app }) => app)
  log(`Building ${names.join(' and ')} …`)
  for (const app of names) removeMarker(`build-${app}`)
  // With another NODE_ENV, the build would contain the development version of React.
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'scripts/build-apps.mjs'), ...names],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new UserError(`${output}\nThe build failed. See the output above.`)
  for (const { app, hash } of stale) writeMarker(`build-${app}`, hash)
}
