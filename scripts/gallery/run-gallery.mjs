import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSite, visitorAt } from '../bench/site.mjs'
import { findBrowser } from '../browser.mjs'
import { Refusal, ROOT, say } from '../project.mjs'
import { indexPage } from './index-page.mjs'
import { EMPTY, SCENES } from './scenes.mjs'
import { THEMES, takePictures } from './take-pictures.mjs'

const FOLDER = join(ROOT, 'gallery')

/** How many scenes are set at once. */
const SETS = 2

/** No league of the provider has that number. */
const NOBODYS_LEAGUE = 999_999_999

/**
 * Takes pictures of every screen in every state, theme and size into `gallery/`; `--scan` looks for
 * what not everybody can use, and a name takes only the scenes of that screen.
 * @param {string[]} args
 */
export async function runGallery(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { scan: { type: 'boolean', default: false }, theme: { type: 'string', multiple: true } },
  })
  const scenes = SCENES.filter(({ screen }) => positionals.length === 0 || positionals.includes(screen))
  const themes = values.theme ?? THEMES
  if (themes.some((theme) => !THEMES.includes(theme)))
    throw new Refusal(`There are the themes ${THEMES.join(', ')}.`)
  if (scenes.length === 0) throw new Refusal(`There is no screen called ${positionals.join(' or ')}.`)
  if (positionals.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const site = await startSite('demo', /The demo league is ready: (\S+)/)
  try {
    await makeEmptyLeague(site.address)
    const studio = { address: site.address, folder: FOLDER, isScan: values.scan, themes }
    const faults = await withBrowser((browser) =>
      inTurn(scenes, (scene) => takePictures(browser, scene, studio)),
    )
    writeFileSync(join(FOLDER, 'index.html'), indexPage(SCENES))
    for (const fault of faults) console.error(fault)
    say(`${scenes.length} states are in ${join(FOLDER, 'index.html')}`)
    if (faults.length > 0) throw new Refusal(`${faults.length} findings.`)
  } finally {
    await site.stop()
  }
}

/** @param {string} address */
async function makeEmptyLeague(address) {
  const greta = visitorAt(address)
  await greta.post('/api/login/', { username: 'greta', password: 'touchdown-at-noon' })
  await greta.post('/api/create-league/', { name: EMPTY, espn_league_id: NOBODYS_LEAGUE })
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
async function inTurn(scenes, take) {
  const left = [...scenes]
  /** @type {string[]} */
  const faults = []
  await Promise.all(
    Array.from({ length: SETS }, async () => {
      for (let scene = left.shift(); scene !== undefined; scene = left.shift())
        faults.push(...(await take(scene)))
    }),
  )
  return faults
}
