import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, isUpToDate, removeMarker, writeMarker } from './content-hash.mjs'
import { installPackages } from './install.mjs'
import { withLock } from './lock.mjs'
import { log, ROOT, UserError } from './project.mjs'
import { runCommand } from './run-command.mjs'

/** What each app is built from, and the file that shows that it was. */
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

/** Installs the packages, one process at a time; throws a Refusal that tells a person what to do. */
export async function install() {
  await withBootstrapLock(installPackages)
}

/**
 * Makes the tree ready to run: packages installed, both apps built. Does only what is stale, and one
 * process at a time; throws a Refusal that tells a person what to do.
 * @param {{ rebuilds?: boolean }} [options] `rebuilds`: the apps are built however fresh they are
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
    onWait: (owner) => log(`Waiting for another start that is under way (process ${owner}) …`),
  })
}

/** @param {boolean} rebuilds */
async function buildStaleApps(rebuilds) {
  const prints = Object.entries(APPS).map(([app, { sources, builtFile }]) => ({
    app,
    print: contentHash(ROOT, sources),
    isThere: existsSync(join(ROOT, builtFile)),
  }))
  const stale = prints.filter(
    ({ app, print, isThere }) => rebuilds || !isThere || !isUpToDate(`build-${app}`, print),
  )
  if (stale.length === 0) return
  const names = stale.map(({ app }) => app)
  log(`Building ${names.join(' and ')} …`)
  for (const app of names) removeMarker(`build-${app}`)
  // A build that takes NODE_ENV from the caller would ship React's development half.
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'scripts/build-apps.mjs'), ...names],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new UserError(`${output}\nThe build failed; what it says is above.`)
  for (const { app, print } of stale) writeMarker(`build-${app}`, print)
}
