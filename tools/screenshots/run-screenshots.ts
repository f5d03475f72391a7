import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { log, ROOT, UserError } from '../../scripts/bootstrap/project.mjs'
import { findBrowser } from '../../scripts/test/browser.ts'
import { createClient, startProgram } from '../bench/program.ts'
import type { Scene } from './scene.ts'
import { EMPTY_LEAGUE, SCENES } from './scenes.ts'
import { SIZES, screenshotName, THEMES, takeScreenshots } from './take-screenshots.ts'

const FOLDER = join(ROOT, 'screenshots')

const STYLE = `body{font:16px/1.4 system-ui;margin:2rem;background:#eee;color:#222}
h2{margin:2rem 0 .5rem}figure{display:inline-block;margin:0 1rem 1rem 0;vertical-align:top}
img{height:20rem;max-width:30rem;object-fit:cover;object-position:top;border:1px solid #bbb;background:#fff}
figcaption{font-size:.875rem}nav a{margin-right:1rem}`

const MAX_CONCURRENCY = 2

const UNKNOWN_LEAGUE_ID = 999_999_999

/** Names limit the screens, `--theme` limits the themes, and `--scan` also checks accessibility. */
export async function runScreenshots(args: string[]) {
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

async function createEmptyLeague(address: string) {
  const greta = createClient(address, 'greta')
  await greta.post('/api/login/', { username: greta.name, password: 'touchdown-at-noon' })
  await greta.post('/api/create-league/', { name: EMPTY_LEAGUE, espn_league_id: UNKNOWN_LEAGUE_ID })
}

async function withBrowser<T>(use: (browser: Browser) => Promise<T>) {
  const { executablePath, args, env } = await findBrowser(process.env)
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

async function runConcurrently(scenes: readonly Scene[], take: (scene: Scene) => Promise<string[]>) {
  const queue = [...scenes]
  const problems: string[] = []
  await Promise.all(
    Array.from({ length: MAX_CONCURRENCY }, async () => {
      for (let scene = queue.shift(); scene !== undefined; scene = queue.shift())
        problems.push(...(await take(scene)))
    }),
  )
  return problems
}

function renderIndexPage(scenes: readonly { screen: string; state: string }[]) {
  const sections = scenes.map((scene) => {
    const figures = THEMES.flatMap((theme) =>
      SIZES.map(({ width }) => {
        const name = screenshotName(scene, theme, width)
        const caption = `${theme}, ${width} px`
        return `<figure><a href="${name}"><img loading="lazy" src="${name}" alt="${scene.screen}, ${scene.state}, ${caption}"></a><figcaption>${caption}</figcaption></figure>`
      }),
    )
    return `<h2>${scene.screen}: ${scene.state}</h2>${figures.join('')}`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>${STYLE}</style>
<h1>Screenshots: ${scenes.length} states, ${THEMES.length} themes, ${SIZES.length} sizes</h1>${sections.join('\n')}</html>`
}
