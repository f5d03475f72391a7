import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isStamped, stamp, unstamp } from './fingerprint.mjs'
import { installPackages } from './install.mjs'
import { withLock } from './lock.mjs'
import { Refusal, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'

/** What each app is built from, and the file that shows that it was. */
const APPS = {
  web: {
    sources: ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-apps.mjs'],
    proof: 'apps/web/dist/index.html',
  },
  server: {
    sources: ['apps/server', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-apps.mjs'],
    proof: 'apps/server/dist/main.js',
  },
}

/** Installs the packages, one process at a time; throws a Refusal that tells a person what to do. */
export async function install() {
  await alone(installPackages)
}

/**
 * Makes the tree ready to run: packages installed, both apps built. Does only what is stale, and one
 * process at a time; throws a Refusal that tells a person what to do.
 * @param {{ rebuilds?: boolean }} [options] `rebuilds`: the apps are built however fresh they are
 */
export async function bootstrap({ rebuilds = false } = {}) {
  await alone(async () => {
    await installPackages()
    await buildStale(rebuilds)
  })
}

/** @param {() => Promise<unknown>} work */
function alone(work) {
  return withLock(join(ROOT, '.cache/bootstrap.lock'), work, {
    onWait: (owner) => say(`Waiting for another start that is under way (process ${owner}) …`),
  })
}

/** @param {boolean} rebuilds */
async function buildStale(rebuilds) {
  const prints = Object.entries(APPS).map(([app, { sources, proof }]) => ({
    app,
    print: fingerprint(ROOT, sources),
    isThere: existsSync(join(ROOT, proof)),
  }))
  const stale = prints.filter(
    ({ app, print, isThere }) => rebuilds || !isThere || !isStamped(`build-${app}`, print),
  )
  if (stale.length === 0) return
  const names = stale.map(({ app }) => app)
  say(`Building ${names.join(' and ')} …`)
  for (const app of names) unstamp(`build-${app}`)
  // A build that takes NODE_ENV from the caller would ship React's development half.
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'scripts/build-apps.mjs'), ...names],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new Refusal(`${output}\nThe build failed; what it says is above.`)
  for (const { app, print } of stale) stamp(`build-${app}`, print)
}
