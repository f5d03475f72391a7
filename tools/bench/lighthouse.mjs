import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** Errors in Lighthouse's own recording, which say nothing about the page. */
const RECORDING_ERRORS = new Set([
  'NO_NAVSTART',
  'NO_TRACING_STARTED',
  'NO_SCREENSHOTS',
  'NO_SPEEDLINE_FRAMES',
])
const MAX_ATTEMPTS = 3

/**
 * @typedef {import('../../scripts/browser.mjs').Browser} Browser
 * @typedef {{ context: import('playwright').BrowserContext, audit: (url: string) => Promise<Audit>,
 *   close: () => Promise<void> }} AuditedBrowser cookies set in `context` are used by the audited page
 * @typedef {object} Audit the result of Lighthouse for a page, with a simulated phone and slow network
 * @property {Record<string, number>} scores by category, 0 to 100
 * @property {Record<string, number>} metrics times in milliseconds, by audit name
 * @property {string[]} failedAudits accessibility and best-practice audits that cost points
 * @property {{ url: string, bytes: number }[]} requests with their transfer sizes
 */

/** These vary between runs, mostly with the load of the machine. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
]

/**
 * Starts a browser that Lighthouse can use.
 * @param {Browser} browser
 * @returns {Promise<AuditedBrowser>}
 */
export async function openAuditedBrowser({ executablePath, args, env }) {
  const { default: lighthouse } = await import('lighthouse')
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
          // Team logos come from other hosts. Whether they load says nothing about Fieldhouse, which uses
          // http here.
          blockedUrlPatterns: ['https://*'],
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

/**
 * @param {import('lighthouse').Result} report
 * @returns {Audit}
 */
function toAudit({ categories, audits }) {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)])
  const metrics = METRICS.map((name) => [name, audits[name]?.numericValue ?? Number.NaN])
  const failedAudits = ['accessibility', 'best-practices']
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details ?? '').slice(0, 800)}`)
  const details = /** @type {{ items?: { url: string, transferSize: number }[] } | undefined} */ (
    audits['network-requests']?.details
  )
  const requests = (details?.items ?? []).map(({ url, transferSize }) => ({ url, bytes: transferSize }))
  return {
    scores: Object.fromEntries(scores),
    metrics: Object.fromEntries(metrics),
    failedAudits,
    requests,
  }
}

/**
 * Waits until the browser listens and has written its port to a file.
 * @param {string} folder
 */
async function readDebuggingPort(folder) {
  const path = join(folder, 'DevToolsActivePort')
  for (let attempt = 0; attempt < 100 && !existsSync(path); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Number(readFileSync(path, 'utf8').split('\n')[0])
}

/** @param {NodeJS.ProcessEnv} env */
function omitUndefined(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
