import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from '../bootstrap/lock.mjs'
import { runCommand } from '../bootstrap/processes.mjs'
import { CACHE_FOLDER, log, ROOT, UserError } from '../bootstrap/project.mjs'
import {
  type Candidate,
  configuredBrowser,
  installAptBrowser,
  installPackagedBrowser,
  installPlaywrightBrowser,
  listSystemBrowsers,
} from './browser-sources.ts'

/** How to start a Chromium. */
export type Browser = {
  executablePath: string
  args: string[]
  /** Set in addition to the current environment. */
  env: Record<string, string>
}

const CACHE_FILE = join(CACHE_FOLDER, 'browser.json')

/** Disable the browser's own network requests, and render text the same on every display. */
const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
]

/** Returns the browser that `findBrowser` found earlier, or undefined. */
export function cachedBrowser(): Browser | undefined {
  return readCache()?.browser
}

/**
 * Finds or installs a Chromium, and checks that it can render a page.
 * @returns throws a `UserError` if none is available
 */
export async function findBrowser(environment: Record<string, string | undefined>): Promise<Browser> {
  const cached = readCache()
  const configured = configuredBrowser(environment)
  const isDifferent = configured !== undefined && configured.executablePath !== cached?.browser.executablePath
  if (cached !== undefined && !isDifferent && (await readVersion(cached.browser)) === cached.version)
    return cached.browser
  return await withLock(join(ROOT, '.cache/browser.lock'), () => searchBrowser(configured), {
    onWait: (owner) => log(`Waiting for process ${owner}, which is looking for a browser …`),
  })
}

async function searchBrowser(configured: Candidate | undefined): Promise<Browser> {
  const errors: string[] = []
  for await (const candidate of configured === undefined ? listCandidates(errors) : [configured]) {
    const browser = { ...candidate, args: chromiumArgs(process.getuid?.()) }
    const version = await readVersion(browser)
    const error = version === undefined ? 'it does not start' : await findRenderError(browser)
    if (version !== undefined && error === undefined) return writeCache(browser, version)
    errors.push(`${candidate.executablePath}: ${error}`)
  }
  throw new UserError(
    `No working browser found for the tests.\n${errors.join('\n')}\nInstall Chromium or Google Chrome, or set CHROMIUM_PATH.`,
  )
}

/**
 * Yields installed browsers first, then downloads others. A source is tried only if none of the previous
 * candidates worked.
 * @param errors collects the messages of sources that fail
 */
async function* listCandidates(errors: string[]): AsyncGenerator<Candidate> {
  yield* listSystemBrowsers()
  for (const source of [installPackagedBrowser, installAptBrowser, installPlaywrightBrowser]) {
    const found = await source()
    if (typeof found === 'string') errors.push(found)
    else if (found !== undefined) yield found
  }
}

/** @param uid Chromium does not start with its sandbox as root */
export function chromiumArgs(uid: number | undefined) {
  return uid === 0 ? [...CHROMIUM_ARGS, '--no-sandbox'] : [...CHROMIUM_ARGS]
}

/** @returns undefined if it does not start */
async function readVersion({ executablePath, env }: Candidate): Promise<string | undefined> {
  const { code, output } = await runCommand(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    timeoutMs: 20_000,
  })
  return code === 0 ? output.trim() : undefined
}

/**
 * Loads a page with text and takes a screenshot, which crashes a browser without fonts or libraries.
 * @returns an error message, or undefined if it works
 */
async function findRenderError({ executablePath, args, env }: Browser): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const environment = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined)
  try {
    const running = await chromium.launch({
      executablePath,
      args,
      env: Object.fromEntries(environment),
      timeout: 30_000,
    })
    try {
      const page = await running.newPage()
      await page.setContent('<h1>Fieldhouse</h1>')
      const screenshot = await page.screenshot()
      return screenshot.length > 0 ? undefined : 'its screenshot of a page is empty'
    } finally {
      await running.close()
    }
  } catch (error) {
    return `it starts, but cannot render a page (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`
  }
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE_FILE, 'utf8')) as { browser: Browser; version: string }
  } catch {
    // The file does not exist or is incomplete. The next search writes it again.
    return undefined
  }
}

function writeCache(browser: Browser, version: string) {
  mkdirSync(dirname(CACHE_FILE), { recursive: true })
  writeFileSync(CACHE_FILE, JSON.stringify({ browser, version }, null, 2))
  return browser
}

if (process.argv[1] === import.meta.filename) {
  const { exitOnUserError } = await import('../bootstrap/project.mjs')
  const browser = await exitOnUserError(() => findBrowser(process.env))
  console.log(JSON.stringify(browser, null, 2))
}
