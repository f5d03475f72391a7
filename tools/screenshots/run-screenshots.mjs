import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from '../../scripts/browser.mjs'
import { log, ROOT, UserError } from '../../scripts/project.mjs'
import { createClient, startProgram } from '../bench/program.mjs'
import { renderIndexPage } from './index-page.mjs'
import { EMPTY_LEAGUE, SCENES } from './scenes.mjs'
import { THEMES, takeScreenshots } from './take-screenshots.mjs'

const FOLDER = join(ROOT, 'screenshots')

/** The number of scenes that are open at the same time. */
const MAX_CONCURRENCY = 2

/** The provider has no league with this id. */
const UNKNOWN_LEAGUE_ID = 999_999_999

/**
 * Takes screenshots of every screen in every state, theme and size into `screenshots/`. Names limit the
 * screens, `--theme` limits the themes, and `--scan` also checks accessibility.
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
    throw new UserError(`Unknown theme. Choose from ${THEMES.join(', ')}.`)
  if (scenes.length === 0) throw new UserError(`Unknown screen: ${positionals.join(', ')}.`)
  if (positionals.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const site = await startProgram('demo', /The demo league is ready: (\S+)/)
  try {
    await createEmptyLeague(site.address)
    const options = { address: site.address, folder: FOLDER, isScan: values.scan, themes }
    const problems = await withBrowser((browser) =>
      runConcurrently(scenes, (scene) => takeScreenshots(browser, scene, options)),
    )
    writeFileSync(join(FOLDER, 'index.html'), renderIndexPage(SCENES))
    for (const problem of problems) console.error(problem)
    log(`Took screenshots of ${scenes.length} states: ${join(FOLDER, 'index.html')}`)
    if (problems.length > 0) throw new UserError(`Found ${problems.length} problems.`)
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
  const queue = [...scenes]
  /** @type {string[]} */
  const problems = []
  await Promise.all(
    Array.from({ length: MAX_CONCURRENCY }, async () => {
      for (let scene = queue.shift(); scene !== undefined; scene = queue.shift())
        problems.push(...(await take(scene)))
    }),
  )
  return problems
}
