import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  configuredBrowser,
  installAptBrowser,
  installPackagedBrowser,
  installPlaywrightBrowser,
  listSystemBrowsers,
} from './browser-sources.mjs'
import { withLock } from './lock.mjs'
import { CACHE_FOLDER, log, ROOT, UserError } from './project.mjs'
import { runCommand } from './run-command.mjs'

/**
 * @typedef {object} Browser how to start a Chromium
 * @property {string} executablePath
 * @property {string[]} args
 * @property {Record<string, string>} env set beside the environment that there is
 *
 * @typedef {import('./browser-sources.mjs').Candidate} Candidate
 */

const CACHE_FILE = join(CACHE_FOLDER, 'browser.json')

/** Nothing is asked of the network but what a page itself asks; text is the same on every screen. */
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

/**
 * The browser that an earlier `findBrowser` proved; undefined when none was.
 * @returns {Browser | undefined}
 */
export function cachedBrowser() {
  return readCache()?.browser
}

/**
 * Finds a Chromium, or fetches one; each is proven by its version and by a real page.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<Browser>} throws a Refusal when none can be had
 */
export async function findBrowser(environment) {
  const known = readCache()
  const declared = configuredBrowser(environment)
  const isOther = declared !== undefined && declared.executablePath !== known?.browser.executablePath
  if (known !== undefined && !isOther && (await readVersion(known.browser)) === known.version)
    return known.browser
  return await withLock(join(ROOT, '.cache/browser.lock'), () => searchBrowser(declared), {
    onWait: (owner) => log(`Waiting for another search for a browser (process ${owner}) …`),
  })
}

/**
 * @param {Candidate | undefined} declared
 * @returns {Promise<Browser>}
 */
async function searchBrowser(declared) {
  /** @type {string[]} */
  const refused = []
  for await (const candidate of declared === undefined ? listCandidates(refused) : [declared]) {
    const browser = { ...candidate, args: chromiumArgs(process.getuid?.()) }
    const version = await readVersion(browser)
    const fault = version === undefined ? 'it does not start' : await findRenderError(browser)
    if (version !== undefined && fault === undefined) return writeCache(browser, version)
    refused.push(`${candidate.executablePath}: ${fault}`)
  }
  throw new UserError(
    `No Chromium for the browser tests.\n${refused.join('\n')}\nInstall Chromium or Google Chrome, or name one in CHROMIUM_PATH.`,
  )
}

/**
 * From the cheapest to the dearest; a source is tried only when those before it gave nothing that works.
 * @param {string[]} refused takes the sentence of a source that fails
 * @returns {AsyncGenerator<Candidate>}
 */
async function* listCandidates(refused) {
  yield* listSystemBrowsers()
  for (const source of [installPackagedBrowser, installAptBrowser, installPlaywrightBrowser]) {
    const found = await source()
    if (typeof found === 'string') refused.push(found)
    else if (found !== undefined) yield found
  }
}

/** @param {number | undefined} uid as root Chromium refuses to start with its sandbox */
export function chromiumArgs(uid) {
  return uid === 0 ? [...CHROMIUM_ARGS, '--no-sandbox'] : [...CHROMIUM_ARGS]
}

/**
 * @param {Candidate} browser
 * @returns {Promise<string | undefined>} undefined when it does not run
 */
async function readVersion({ executablePath, env }) {
  const { code, output } = await runCommand(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    timeoutMs: 20_000,
  })
  return code === 0 ? output.trim() : undefined
}

/**
 * Loads a page with text and takes its picture: a browser without fonts or libraries dies of that.
 * @param {Browser} browser
 * @returns {Promise<string | undefined>} what went wrong
 */
async function findRenderError({ executablePath, args, env }) {
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
      const picture = await page.screenshot()
      return picture.length > 0 ? undefined : 'its picture of a page is empty'
    } finally {
      await running.close()
    }
  } catch (error) {
    return `it starts, but shows no page (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`
  }
}

/** @returns {{ browser: Browser, version: string } | undefined} */
function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE_FILE, 'utf8'))
  } catch {
    // Absent, or cut off by a kill: then there is no known browser, and the next search writes it again.
    return undefined
  }
}

/**
 * @param {Browser} browser
 * @param {string} version
 */
function writeCache(browser, version) {
  mkdirSync(dirname(CACHE_FILE), { recursive: true })
  writeFileSync(CACHE_FILE, JSON.stringify({ browser, version }, null, 2))
  return browser
}

if (process.argv[1] === import.meta.filename) {
  const { exitOnUserError } = await import('./project.mjs')
  const browser = await exitOnUserError(() => findBrowser(process.env))
  console.log(JSON.stringify(browser, null, 2))
}
