import { join } from 'node:path'
import { withoutLongNames } from './response-changes.mjs'

/**
 * @typedef {import('playwright').Page} Page
 * @typedef {import('playwright').Browser} Browser
 * @typedef {import('./scenes.mjs').Scene} Scene
 * @typedef {{ address: string, folder: string, isScan: boolean, themes: readonly string[] }} ScreenshotOptions
 */

export const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro']
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** What stands on the page while something loads. */
const BUSY_SELECTOR = '[aria-busy="true"], [role="progressbar"], main [role="status"][aria-label]'
const MAX_BUSY_MS = 20_000

/** Everybody's password in the demo league. */
const PASSWORD = 'touchdown-at-noon'

/** Until the page stands as it should after another size: parts of it are drawn anew. */
const RELAYOUT_MS = 250

/** Where a page longer than that is cut off. */
const MAX_HEIGHT_PX = 15_000

/** @param {{ screen: string, state: string }} scene @param {string} theme @param {number} width */
export function screenshotName({ screen, state }, theme, width) {
  return `${`${screen} ${state}`.replaceAll(' ', '-')}-${theme}-${width}.jpg`
}

/**
 * Opens a scene and takes its picture in every theme and size.
 * @param {Browser} browser
 * @param {Scene} scene
 * @param {ScreenshotOptions} studio
 * @returns {Promise<string[]>} what is wrong with it: scripts that failed, pages that scroll sideways, findings of the scan
 */
export async function takeScreenshots(browser, scene, studio) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: SIZES[1] ?? null,
    // What a worker asks of the server cannot be held back, failed or changed.
    serviceWorkers: scene.hasWorker === true ? 'allow' : 'block',
  })
  /** @type {string[]} */
  const faults = []
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    if (scene.username !== null) await signIn(page, scene.username, studio.address)
    await interceptResponses(page, scene)
    await setStartLocation(page, scene)
    await scene.prepare?.(page)
    await page.goto(studio.address)
    await page.locator('main').first().waitFor()
    await waitUntilIdle(page, scene)
    await page.evaluate(renderOffscreenContent)
    await scene.act?.(page)
    await waitUntilIdle(page, scene)
    for (const theme of studio.themes) faults.push(...(await takeInTheme(theme, page, scene, studio)))
  } catch (error) {
    faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  } finally {
    await context.close()
  }
  return faults.map((fault) => `${scene.screen}, ${scene.state}: ${fault}`)
}

/**
 * @param {string} theme
 * @param {Page} page
 * @param {Scene} scene
 * @param {ScreenshotOptions} studio
 */
async function takeInTheme(theme, page, scene, { folder, isScan }) {
  /** @type {string[]} */
  const faults = []
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForTimeout(RELAYOUT_MS)
    await scene.actAtSize?.(page)
    await page.evaluate(() => scrollTo(0, 0))
    const { height, over } = await page.evaluate(() => ({
      // What lies behind a dialog is the picture of another scene.
      height: document.querySelector(':modal') === null ? document.documentElement.scrollHeight : 0,
      over: document.documentElement.scrollWidth - innerWidth,
    }))
    if (over > 0) faults.push(`scrolls sideways by ${over} px at ${size.width} px`)
    const clip = {
      x: 0,
      y: 0,
      width: size.width,
      height: Math.min(Math.max(height, size.height), MAX_HEIGHT_PX),
    }
    const path = join(folder, screenshotName(scene, theme, size.width))
    await page.screenshot({ path, type: 'jpeg', quality: 78, fullPage: true, clip, animations: 'disabled' })
    if (isScan)
      faults.push(
        ...(await scanAccessibility(page, theme)).map((found) => `${theme}, ${size.width} px: ${found}`),
      )
  }
  return faults
}

/**
 * Every rule in the first theme; in the others what depends on colors.
 * @param {Page} page
 * @param {string} theme
 */
async function scanAccessibility(page, theme) {
  const { AxeBuilder } = await import('@axe-core/playwright')
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (theme === THEMES[0] ? axe : axe.withRules(['color-contrast'])).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** Draws what is out of sight too: it is in the picture. Runs in the page. */
function renderOffscreenContent() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** @param {Page} page @param {string} username @param {string} address */
async function signIn(page, username, address) {
  const { csrfToken } = await (await page.request.get(`${address}/api/csrf/`)).json()
  const answer = await page.request.post(`${address}/api/login/`, {
    data: { username, password: PASSWORD },
    headers: { 'X-CSRFToken': csrfToken },
  })
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}`)
}

/** The page finds itself where the scene is. @param {Page} page @param {Scene} scene */
async function setStartLocation(page, { screen, league }) {
  const isTab = league !== null && screen !== 'admin'
  const route = isTab ? 'league' : screen
  await page.addInitScript(
    ([where, name, tab]) => {
      localStorage.setItem('route', where ?? '')
      if (name !== null) localStorage.setItem('active_league', name ?? '')
      sessionStorage.setItem('league_active_tab', tab ?? '')
    },
    [route, league, screen === 'league' ? 'standings' : screen],
  )
}

/** Holds back, fails or changes the answers of a scene. @param {Page} page @param {Scene} scene */
async function interceptResponses(page, { pendingRequests, failingRequests, change }) {
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

/** Until nothing moves any more; what waits for ever is given a moment. @param {Page} page @param {Scene} scene */
async function waitUntilIdle(page, { pendingRequests }) {
  await page.waitForLoadState('load')
  if (pendingRequests === undefined) {
    await page
      .waitForFunction((busy) => document.querySelector(busy) === null, BUSY_SELECTOR, {
        timeout: MAX_BUSY_MS,
      })
      // What is busy all the same is in the picture, for who looks at it.
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
