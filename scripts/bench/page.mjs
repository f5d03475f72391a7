import { cachedBrowser } from '../browser.mjs'
import { UserError } from '../project.mjs'
import { openAuditedBrowser } from './lighthouse.mjs'
import { startProgram } from './program.mjs'
import { rounded, table } from './table.mjs'

/**
 * @typedef {import('playwright').Page} Page
 * @typedef {import('playwright').BrowserContext} BrowserContext
 * @typedef {import('./lighthouse.mjs').Audit} Audit
 */

const READY_PATTERN = /^\s*The demo league is ready: (\S+)$/m
const [USERNAME, PASSWORD] = ['ada', 'touchdown-at-noon']
const AUDITED_TABS = ['Overview', 'Standings', 'History']
const TABS = [
  'Standings',
  'Roster',
  'Scoreboard',
  'Matchup',
  'History',
  'League Social',
  'Betslip',
  'Overview',
]

/**
 * What Lighthouse says of the page on a phone with a slow network, and how much work a change of tab is.
 * @param {{ rounds: number }} options the best of so many runs counts
 */
export async function benchPage({ rounds }) {
  const browser = cachedBrowser()
  if (browser === undefined) throw new UserError('No browser was found yet: run `npm test`, which finds one.')
  const site = await startProgram('demo', READY_PATTERN)
  const { context, audit, close } = await openAuditedBrowser(browser)
  const best = async (/** @type {string} */ url) => {
    const audits = []
    for (let round = 0; round < rounds; round += 1) audits.push(await audit(url))
    return audits.toSorted((a, b) => performanceScore(b) - performanceScore(a))[0]
  }
  try {
    const audits = [auditRow('Sign in', await best(`${site.address}/`))]
    const league = await signIn(context, site.address)
    const placeOf = (/** @type {string} */ tab) => `${site.address}/?${new URLSearchParams({ league, tab })}`
    for (const tab of AUDITED_TABS) audits.push(auditRow(tab, await best(placeOf(tab))))
    const page = await context.newPage()
    await page.goto(placeOf('Overview'))
    return [
      table(['page', 'score', 'first paint ms', 'largest paint ms', 'blocked ms', 'shift', 'KB'], audits),
      table(
        ['tab whose data is there', 'work ms', 'longest task ms'],
        await measureTabSwitches(page, rounds),
      ),
      table(
        [`list of ${ROW_COUNT}`, 'elements', 'longest task while it scrolls, ms', 'longest frame ms'],
        await measureLongLists(context, placeOf),
      ),
    ].join('\n\n')
  } finally {
    await close()
    await site.stop()
  }
}

/** @param {Audit} audit */
function performanceScore({ scores }) {
  return scores['performance'] ?? 0
}

/**
 * @param {string} name
 * @param {Audit | undefined} audit
 */
function auditRow(name, audit) {
  if (audit === undefined) throw new Error(`${name} was not audited`)
  const { metrics, requests } = audit
  const ms = (/** @type {string} */ metric) => rounded(metrics[metric] ?? Number.NaN)
  return [
    name,
    performanceScore(audit),
    ms('first-contentful-paint'),
    ms('largest-contentful-paint'),
    ms('total-blocking-time'),
    rounded(metrics['cumulative-layout-shift'] ?? Number.NaN, 3),
    rounded(requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
  ]
}

/**
 * @param {BrowserContext} context
 * @param {string} address
 * @returns {Promise<string>} the league of the person
 */
async function signIn({ request }, address) {
  const { csrfToken } = await (await request.get(`${address}/api/csrf/`)).json()
  await request.post(`${address}/api/login/`, {
    data: { username: USERNAME, password: PASSWORD },
    headers: { 'X-CSRFToken': csrfToken },
    failOnStatusCode: true,
  })
  const { leagues } = await (await request.get(`${address}/api/user-leagues/${USERNAME}/`)).json()
  return leagues[0].name
}

/**
 * Opens each tab once, and then measures how much the main thread works to show it again.
 * @param {Page} page
 * @param {number} rounds
 */
async function measureTabSwitches(page, rounds) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const workMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  for (const tab of TABS) await measureTabOpening(page, tab)
  const rows = []
  for (const tab of TABS) {
    const runs = []
    for (let round = 0; round < rounds; round += 1) {
      await measureTabOpening(page, tab === 'Overview' ? 'Standings' : 'Overview')
      const before = await workMs()
      const longest = await measureTabOpening(page, tab)
      runs.push({ work: (await workMs()) - before, longest })
    }
    const least = (/** @type {number[]} */ values) => rounded(Math.min(...values))
    rows.push([tab, least(runs.map(({ work }) => work)), least(runs.map(({ longest }) => longest))])
  }
  return rows
}

/** What has more rows than any league, made of the rows that the answer has. */
const ROW_COUNT = 1000
const LISTS = [
  { tab: 'Standings', call: /\/standings\/$/, field: 'standings', key: 'league_team_id' },
  { tab: 'League Social', call: /\/social\/feed\//, field: 'items', key: 'id' },
]

/**
 * @param {BrowserContext} context
 * @param {(tab: string) => string} placeOf
 */
async function measureLongLists(context, placeOf) {
  const rows = []
  for (const { tab, call, field, key } of LISTS) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // What the worker asks cannot be changed here.
    await devtools.send('Network.setBypassServiceWorker', { bypass: true })
    await page.route(
      (url) => call.test(url.pathname),
      async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({
          response,
          json: { ...body, [field]: repeatRows(body[field], key), next: null },
        })
      },
    )
    await page.goto(placeOf(tab))
    await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
    await page.waitForFunction((count) => document.querySelectorAll('main *').length > count, ROW_COUNT)
    const elements = await page.evaluate(() => document.querySelectorAll('main *').length)
    const { task, frame } = await measureScrolling(page)
    rows.push([tab, elements, rounded(task), rounded(frame)])
    await page.close()
  }
  return rows
}

/**
 * @param {Record<string, unknown>[]} rows
 * @param {string} key
 */
function repeatRows(rows, key) {
  return Array.from({ length: ROW_COUNT }, (_, index) => ({
    ...rows[index % rows.length],
    [key]: 100_000 + index,
  }))
}

/**
 * Scrolls down for two hundred frames, faster than anybody reads.
 * @param {Page} page
 * @returns {Promise<{ task: number, frame: number }>} milliseconds; a task that took less than 50 counts 0
 */
function measureScrolling(page) {
  return page.evaluate(async () => {
    await new Promise((rested) => requestIdleCallback(rested))
    let task = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) task = Math.max(task, duration)
    })
    observer.observe({ type: 'longtask' })
    let frame = 0
    let before = await new Promise((drawn) => requestAnimationFrame(drawn))
    for (let step = 0; step < 200; step += 1) {
      window.scrollBy(0, 120)
      const at = await new Promise((drawn) => requestAnimationFrame(drawn))
      frame = Math.max(frame, at - before)
      before = at
    }
    observer.disconnect()
    return { task, frame }
  })
}

/**
 * @param {Page} page
 * @param {string} tab
 * @returns {Promise<number>} the longest task until the page is at rest, in milliseconds; 0 when none took 50
 */
async function measureTabOpening(page, tab) {
  await page.getByRole('tab', { name: tab, exact: true }).waitFor()
  return page.evaluate(async (name) => {
    /** @type {number[]} */
    const long = []
    const observer = new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type: 'longtask' })
    const tabs = [...document.querySelectorAll('[role=tab]')]
    const found = tabs.find(({ textContent }) => textContent === name)
    if (!(found instanceof HTMLElement)) throw new Error(`There is no tab ${name}.`)
    found.click()
    // Two frames for what is there, and until nothing more is to be done.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    await new Promise((rested) => requestIdleCallback(rested))
    observer.disconnect()
    return Math.max(0, ...long)
  }, tab)
}
