import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient, startProgram } from '../bench/program.mjs'
import { findBrowser } from '../browser.mjs'
import { log, ROOT, UserError } from '../project.mjs'
import { renderIndexPage } from './index-page.mjs'
import { EMPTY_LEAGUE, SCENES } from './scenes.mjs'
import { THEMES, takeScreenshots } from './take-screenshots.mjs'

const FOLDER = join(ROOT, 'screenshots')

/** How many scenes are set at once. */
const MAX_CONCURRENCY = 2

/** No league of the provider has that number. */
const UNKNOWN_LEAGUE_ID = 999_999_999

/**
 * Takes pictures of every screen in every state, theme and size into `gallery/`; `--scan` looks for
 * what not everybody can use, and a name takes only the scenes of that screen.
 * @param {string[]} args
 */
export async function runScreenshots(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { scan: { type: 'boolean', default: false }, theme: { type: 'string', multiple: true } },
  })
  const scenes = SCENES.filter(({ screen }) => positionals.length === 0 || positionals.includes(screen))
  const themes = values.theme ?? THEMES
  if (themes.some((theme) => !THEMES.includes(theme)))
    throw new UserError(`There are the themes ${THEMES.join(', ')}.`)
  if (scenes.length === 0) throw new UserError(`There is no screen called ${positionals.join(' or ')}.`)
  if (positionals.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const site = await startProgram('demo', /The demo league is ready: (\S+)/)
  try {
    await createEmptyLeague(site.address)
    const studio = { address: site.address, folder: FOLDER, isScan: values.scan, themes }
    const faults = await withBrowser((browser) =>
      runConcurrently(scenes, (scene) => takeScreenshots(browser, scene, studio)),
    )
    writeFileSync(join(FOLDER, 'index.html'), renderIndexPage(SCENES))
    for (const fault of faults) console.error(fault)
    log(`${scenes.length} states are in ${join(FOLDER, 'index.html')}`)
    if (faults.length > 0) throw new UserError(`${faults.length} findings.`)
  } finally {
    await site.stop()
  }
}

/** @param {string} address */
async function createEmptyLeague(address) {
  const greta = createClient(address)
  await greta.post('/api/login/', { username: 'greta', password: 'touchdown-at-noon' })
  await greta.post('/api/create-league/', { name: EMPTY_LEAGUE, espn_league_id: UNKNOWN_LEAGUE_ID })
}

/**
 * @template T
 * @param {(browser: import('playwright').Browser) => Promise<T>} use
 */
async function withBrowser(use) {
  const { executablePath, args, env } = await findBrowser(process.env)
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/**
 * @param {readonly import('./scenes.mjs').Scene[]} scenes
 * @param {(scene: import('./scenes.mjs').Scene) => Promise<string[]>} take
 */
async function runConcurrently(scenes, take) {
  const left = [...scenes]
  /** @type {string[]} */
  const faults = []
  await Promise.all(
    Array.from({ length: MAX_CONCURRENCY }, async () => {
      for (let scene = left.shift(); scene !== undefined; scene = left.shift())
        faults.push(...(await take(scene)))
    }),
  )
  return faults
}
