import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { exitWithParent, SIGNALS } from '../bootstrap/processes.mjs'
import { log, ROOT } from '../bootstrap/project.mjs'

const SERVER_PATHS = ['/api', '/owners', '/draft', '/healthz', '/readyz']

/** Until a signal. The server requires the built web app at startup, although Vite serves it. */
export async function develop(): Promise<void> {
  exitWithParent()
  const environment = process.env
  const vite = await startViteServer(`http://127.0.0.1:${environment['PORT'] ?? '3000'}`)
  // The server prints the URL of the Vite server instead of its own.
  const [viteUrl] = vite.resolvedUrls?.local ?? []
  const env = {
    NODE_ENV: 'development',
    ...environment,
    PUBLIC_URL: environment['PUBLIC_URL'] ?? viteUrl?.replace(/\/$/, ''),
  }
  const server = createRestartableProcess(join(ROOT, 'apps/server/dist/main.js'), env)
  const watcher = await watchServer(server)
  await Promise.race(SIGNALS.map((signal) => once(process, signal)))
  await Promise.all([watcher.close(), vite.close(), server.stop()])
}

async function watchServer(server: ReturnType<typeof createRestartableProcess>) {
  const root = join(ROOT, 'apps/server')
  const watcher = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { watch: {} },
  })
  if (!('on' in watcher)) throw new Error('the server build is not in watch mode')
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') log(`The server build failed: ${event.error.message}`)
    if (event.code === 'BUNDLE_END') await event.result.close()
    if (event.code === 'END') await server.restart()
  })
  return watcher
}

/** @param target URL of the server */
async function startViteServer(target: string) {
  const root = join(ROOT, 'apps/web')
  const proxy = Object.fromEntries(SERVER_PATHS.map((path) => [path, { target, changeOrigin: false }]))
  const vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), server: { proxy } })
  await vite.listen()
  vite.printUrls()
  return vite
}

/** Returns a process that can be restarted. The new one starts after the old one has exited. */
function createRestartableProcess(program: string, env: Record<string, string | undefined>) {
  let child: ChildProcess | undefined
  let lastRestart: Promise<void> = Promise.resolve()

  function stop(): Promise<void> {
    const previous = child
    child = undefined
    if (previous === undefined || previous.exitCode !== null || previous.signalCode !== null)
      return Promise.resolve()
    return new Promise((resolve) => {
      previous.once('exit', () => resolve())
      previous.kill('SIGTERM')
    })
  }

  function start() {
    const args = ['--enable-source-maps', program]
    child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
  }

  return {
    stop,
    /** Queues a restart, so that restarts never overlap. */
    restart: () => {
      lastRestart = lastRestart.then(stop).then(start)
      return lastRestart
    },
  }
}
