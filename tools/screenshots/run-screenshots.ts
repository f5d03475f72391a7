import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { log, ROOT, UserError } from '../../scripts/bootstrap/project.mjs'
import { findBrowser } from '../../scripts/test/browser.ts'
import { createClient, startProgram } from '../bench/program.ts'
import { type Scene, withoutLongNames } from './scene.ts'
import { EMPTY_LEAGUE, SCENES } from './scenes.ts'

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
  // A rendered page has its first data from the server, which no scene could change.
  const site = await startProgram('demo', /The demo league is ready: (\S+)/, { PAGE_RENDER_MS: '0' })
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

type ScreenshotOptions = { address: string; folder: string; isScan: boolean; themes: readonly string[] }

const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro']
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

const BUSY_SELECTOR = '[aria-busy="true"], progress[max="100"], main [role="status"][aria-label]'
const MAX_BUSY_MS = 20_000

const PASSWORD = 'touchdown-at-noon'

/** Parts of the page are rendered again after the viewport size has changed. */
const RELAYOUT_MS = 250

/** Longer pages are cut off. */
const MAX_HEIGHT_PX = 15_000

function screenshotName({ screen, state }: { screen: string; state: string }, theme: string, width: number) {
  return `${`${screen} ${state}`.replaceAll(' ', '-')}-${theme}-${width}.jpg`
}

/**
 * Opens a scene and takes a screenshot in every theme and size.
 * @returns the problems found: script errors, horizontal scrolling, accessibility violations
 */
async function takeScreenshots(
  browser: Browser,
  scene: Scene,
  options: ScreenshotOptions,
): Promise<string[]> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: SIZES[1] ?? null,
    // The requests of a service worker cannot be intercepted.
    serviceWorkers: scene.hasWorker === true ? 'allow' : 'block',
  })
  const problems: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    if (scene.username !== null) await signIn(page, scene.username, options.address)
    await interceptResponses(page, scene)
    await setStartLocation(page, scene)
    await scene.prepare?.(page)
    await page.goto(options.address)
    await page.locator('main').first().waitFor()
    await waitUntilIdle(page, scene)
    await page.evaluate(renderOffscreenContent)
    await scene.act?.(page)
    await waitUntilIdle(page, scene)
    for (const theme of options.themes) problems.push(...(await takeInTheme(theme, page, scene, options)))
  } catch (error) {
    problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  } finally {
    // Otherwise, the handler of a request that is in progress fails outside of this function.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return problems.map((problem) => `${scene.screen}, ${scene.state}: ${problem}`)
}

async function takeInTheme(theme: string, page: Page, scene: Scene, { folder, isScan }: ScreenshotOptions) {
  const problems: string[] = []
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForTimeout(RELAYOUT_MS)
    await scene.actAtSize?.(page)
    await page.evaluate(() => scrollTo(0, 0))
    const { height, overflow } = await page.evaluate(() => ({
      // A page behind a dialog does not need to be shown in full.
      height: document.querySelector(':modal') === null ? document.documentElement.scrollHeight : 0,
      overflow: document.documentElement.scrollWidth - innerWidth,
    }))
    if (overflow > 0) problems.push(`scrolls horizontally by ${overflow} px at ${size.width} px`)
    const clip = {
      x: 0,
      y: 0,
      width: size.width,
      height: Math.min(Math.max(height, size.height), MAX_HEIGHT_PX),
    }
    const path = join(folder, screenshotName(scene, theme, size.width))
    await page.screenshot({ path, type: 'jpeg', quality: 78, fullPage: true, clip, animations: 'disabled' })
    if (isScan)
      problems.push(
        ...(await scanAccessibility(page, theme)).map(
          (violation) => `${theme}, ${size.width} px: ${violation}`,
        ),
      )
  }
  return problems
}

async function scanAccessibility(page: Page, theme: string) {
  const { AxeBuilder } = await import('@axe-core/playwright')
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (theme === THEMES[0] ? axe : axe.withRules(['color-contrast'])).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** Renders content outside of the viewport too, because the screenshot contains it. Runs in the page. */
function renderOffscreenContent() {
  const styleSheet = new CSSStyleSheet()
  styleSheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(styleSheet)
}

async function signIn(page: Page, username: string, address: string) {
  const { csrfToken } = await (await page.request.get(`${address}/api/csrf/`)).json()
  const response = await page.request.post(`${address}/api/login/`, {
    data: { username, password: PASSWORD },
    headers: { 'X-CSRFToken': csrfToken },
  })
  if (!response.ok()) throw new Error(`${username} cannot sign in: ${response.status()}`)
}

async function setStartLocation(page: Page, { screen, league }: Scene) {
  const isTab = league !== null && screen !== 'admin'
  const route = isTab ? 'league' : screen
  await page.addInitScript(
    ([startRoute, leagueName, tab]) => {
      localStorage.setItem('route', startRoute ?? '')
      if (leagueName !== null) localStorage.setItem('active_league', leagueName ?? '')
      sessionStorage.setItem('league_active_tab', tab ?? '')
    },
    [route, league, screen === 'league' ? 'standings' : screen],
  )
}

async function interceptResponses(page: Page, { pendingRequests, failingRequests, change }: Scene) {
  if (pendingRequests !== undefined) await page.route(pendingRequests, () => {})
  if (failingRequests !== undefined) {
    const body = { error: 'Something went wrong. Try again.', code: 'internal_error' }
    await page.route(failingRequests, (route) => route.fulfill({ status: 500, json: body }))
  }
  if (change === undefined) return
  await page.route(/\/api\/(?!.*\/events\/)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch({ url: withoutLongNames(route.request().url()) })
    const isJson = response.headers()['content-type']?.includes('json') === true
    if (!isJson || !response.ok()) return route.fulfill({ response })
    const path = new URL(route.request().url()).pathname
    return route.fulfill({ response, json: change(await response.json(), path) })
  })
}

/** Waits until the page is idle. A scene with pending requests never is, so it only waits a moment. */
async function waitUntilIdle(page: Page, { pendingRequests }: Scene) {
  await page.waitForLoadState('load')
  if (pendingRequests === undefined) {
    await page
      .waitForFunction((selector) => document.querySelector(selector) === null, BUSY_SELECTOR, {
        timeout: MAX_BUSY_MS,
      })
      // If it is still busy, the screenshot shows it.
      .catch(() => {})
  }
  await page.waitForTimeout(500)
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.race([
      Promise.allSettled([...document.images].map((image) => image.decode())),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ])
  })
}
