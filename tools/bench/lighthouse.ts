import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from 'playwright'
import { installInFolder } from '../../scripts/bootstrap/processes.mjs'
import { log, ROOT, UserError } from '../../scripts/bootstrap/project.mjs'
import type { Browser } from '../../scripts/test/browser.ts'

/** A fifth of all packages would be for it alone, so it is installed when it is needed. */
const VERSION = '12.8.2'

type Lighthouse = (
  url: string,
  flags: {
    port: number
    logLevel: 'silent'
    output: 'json'
    disableStorageReset: boolean
    onlyCategories: string[]
  },
) => Promise<{ lhr: Result } | undefined>

type Result = {
  runtimeError?: { code: string; message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number; details?: unknown }>
}

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(ROOT, '.cache', `lighthouse-${VERSION}`)
  const path = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(path)) {
    log('Installing Lighthouse …')
    const { code, output } = await installInFolder(folder, `lighthouse@${VERSION}`)
    if (code !== 0) throw new UserError(`${output}\nLighthouse could not be installed.`)
  }
  const library = (await import(pathToFileURL(path).href)) as { default: Lighthouse }
  return library.default
}

/** Errors in Lighthouse's own recording, which say nothing about the page. */
const RECORDING_ERRORS = new Set([
  'NO_NAVSTART',
  'NO_TRACING_STARTED',
  'NO_SCREENSHOTS',
  'NO_SPEEDLINE_FRAMES',
])
const MAX_ATTEMPTS = 3

/** Cookies set in `context` are used by the audited page. */
type AuditedBrowser = {
  context: BrowserContext
  audit: (url: string) => Promise<Audit>
  close: () => Promise<void>
}

/** The result of Lighthouse for a page, with a simulated phone and slow network. */
export type Audit = {
  /** By category, 0 to 100. */
  scores: Record<string, number>
  /** Times in milliseconds, by audit name. */
  metrics: Record<string, number>
  failedAudits: string[]
  /** With their transfer sizes. */
  requests: { url: string; bytes: number }[]
}

/** These vary between runs, mostly with the load of the machine. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
]

export async function openAuditedBrowser({ executablePath, args, env }: Browser): Promise<AuditedBrowser> {
  const lighthouse = await loadLighthouse()
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-lighthouse-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...args, '--remote-debugging-port=0'],
    env: { ...omitUndefined(process.env), ...env },
  })
  const port = await readDebuggingPort(folder)
  return {
    context,
    async audit(url) {
      for (let attempt = 1; ; attempt += 1) {
        const result = await lighthouse(url, {
          port,
          logLevel: 'silent',
          output: 'json',
          disableStorageReset: true,
          onlyCategories: ['performance', 'accessibility', 'best-practices'],
        })
        if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}.`)
        const { runtimeError } = result.lhr
        if (runtimeError === undefined) return toAudit(result.lhr)
        // The browser occasionally loses its trace.
        if (!RECORDING_ERRORS.has(runtimeError.code) || attempt === MAX_ATTEMPTS)
          throw new Error(`${url}: ${runtimeError.message}`)
      }
    },
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function toAudit({ categories, audits }: Result): Audit {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)])
  const metrics = METRICS.map((name) => [name, audits[name]?.numericValue ?? Number.NaN])
  const failedAudits = ['accessibility', 'best-practices']
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details ?? '').slice(0, 800)}`)
  const details = audits['network-requests']?.details as
    | { items?: { url: string; transferSize: number }[] }
    | undefined
  const requests = (details?.items ?? []).map(({ url, transferSize }) => ({ url, bytes: transferSize }))
  return {
    scores: Object.fromEntries(scores),
    metrics: Object.fromEntries(metrics),
    failedAudits,
    requests,
  }
}

async function readDebuggingPort(folder: string) {
  const path = join(folder, 'DevToolsActivePort')
  for (let attempt = 0; attempt < 100 && !existsSync(path); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Number(readFileSync(path, 'utf8').split('\n')[0])
}

function omitUndefined(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
