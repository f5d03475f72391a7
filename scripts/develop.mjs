import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { exitWithParent, SIGNALS } from './process-signals.mjs'
import { log, ROOT } from './project.mjs'

/** What the server answers; the rest of the page's addresses are Vite's. */
const SERVER_PATHS = ['/api', '/owners', '/draft', '/healthz', '/readyz']

/**
 * Watches both apps: the server is built and started again at each change, the page is changed in place.
 * Ends all of it on Ctrl-C.
 * @param {Record<string, string | undefined>} environment
 */
export async function develop(environment) {
  exitWithParent()
  const page = await startViteServer(`http://127.0.0.1:${environment['PORT'] ?? '3000'}`)
  // What the server tells people to open is the page that changes, not the one that was built.
  const [address] = page.resolvedUrls?.local ?? []
  const env = { ...environment, PUBLIC_URL: environment['PUBLIC_URL'] ?? address?.replace(/\/$/, '') }
  const server = createRestartableProcess(join(ROOT, 'apps/server/dist/main.js'), env)
  const watcher = await watchServer(server)
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      void Promise.all([watcher.close(), page.close(), server.stop()]).then(() => process.exit(0))
    })
  }
}

/** @param {ReturnType<typeof createRestartableProcess>} server */
async function watchServer(server) {
  const root = join(ROOT, 'apps/server')
  const watcher = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { watch: {} },
  })
  if (!('on' in watcher)) throw new Error('the build of the server does not watch')
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') log(`The server is not built: ${event.error.message}`)
    if (event.code === 'BUNDLE_END') await event.result.close()
    if (event.code === 'END') await server.restart()
  })
  return watcher
}

/** @param {string} target where the server listens */
async function startViteServer(target) {
  const root = join(ROOT, 'apps/web')
  const proxy = Object.fromEntries(SERVER_PATHS.map((path) => [path, { target, changeOrigin: false }]))
  const page = await createServer({ root, configFile: join(root, 'vite.config.ts'), server: { proxy } })
  await page.listen()
  page.printUrls()
  return page
}

/**
 * A program that is started again after its old run has ended.
 * @param {string} program
 * @param {Record<string, string | undefined>} env
 */
function createRestartableProcess(program, env) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  /** @type {Promise<void>} */
  let last = Promise.resolve()

  /** @returns {Promise<void>} */
  function stop() {
    const old = child
    child = undefined
    if (old === undefined || old.exitCode !== null || old.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      old.once('exit', () => resolve())
      old.kill('SIGTERM')
    })
  }

  function start() {
    const args = ['--enable-source-maps', program]
    child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
  }

  return {
    stop,
    /** One restart after the other, however quickly the changes come. */
    restart: () => {
      last = last.then(stop).then(start)
      return last
    },
  }
}
