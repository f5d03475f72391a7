import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/test/postgres.ts'
import { findNginx, startNginx } from '../chaos/nginx.ts'
import {
  type BenchServer,
  createDemoLeague,
  demoSettings,
  signInDemoUsers,
  withEngines,
} from './baselines.ts'
import { LIVE_COLUMNS, measureLive } from './live.ts'
import { startProgramInFolder } from './program.ts'
import { table } from './table.ts'

const PROCESS_COUNTS = [1, 4]
const SECRET_KEY = 'a secret key that all processes share'

/** Processes that share one PostgreSQL behind nginx, while data change. The CPU time is that of all of them. */
export async function benchProcesses(options: { seconds: number; rounds: number }) {
  const nginx = await findNginx()
  if (typeof nginx !== 'string') return `**Not measured: nginx cannot run.** ${nginx.reason}`
  const postgres = await startPostgres({}, { isDurable: true })
  if ('reason' in postgres) return `**Not measured: PostgreSQL cannot run.** ${postgres.reason}`
  return withEngines(postgres, async (_engines, folder) => {
    const env = { DATABASE_URL: postgres.url, SECRET_KEY, MEDIA_URL: `file://${join(folder, 'media')}` }
    const now = await createDemoLeague(join(folder, 'demo'), env)
    const rows = []
    for (const count of PROCESS_COUNTS) {
      const site = await startSite(nginx, join(folder, `of-${count}`), count, {
        ...demoSettings(now),
        ...env,
      })
      try {
        rows.push(...(await measureLive(site.server, options)))
      } finally {
        await site.stop()
      }
    }
    return table(LIVE_COLUMNS, rows)
  })
}

async function startSite(nginx: string, folder: string, count: number, env: Record<string, string>) {
  mkdirSync(folder)
  const processes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startProgramInFolder(join(folder, `data-${index}`), 'main', /listening on (\S+)/, {
        ...env,
        TRUST_PROXY: 'loopback',
      }),
    ),
  )
  for (const each of processes) each.discardOutput()
  const proxy = await startNginx(
    nginx,
    folder,
    processes.map(({ address }) => Number(new URL(address).port)),
  )
  const [first] = processes
  if (first === undefined) throw new Error('no process was started')
  const resourceUsage = () => {
    const usages = processes.map((each) => each.resourceUsage())
    const sum = (figure: 'cpuMs' | 'memoryMb') => usages.reduce((total, usage) => total + usage[figure], 0)
    return { cpuMs: sum('cpuMs'), memoryMb: sum('memoryMb') }
  }
  const server: BenchServer = {
    name: `${count} × PostgreSQL`,
    address: proxy.address,
    child: { ...first, resourceUsage },
    clients: await signInDemoUsers(proxy.address),
    listeningMs: null,
  }
  return {
    server,
    async stop() {
      await proxy.stop()
      await Promise.all(processes.map((each) => each.stop()))
    },
  }
}
