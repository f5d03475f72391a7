import { expect } from '@playwright/test'
import { cachedBrowser } from '../scripts/test/browser.ts'
import { type Audit, openAuditedBrowser } from '../tools/bench/lighthouse.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createSeasonLeague } from './season-league.ts'
import { captureTest } from './test-app.ts'

const KB = 1024

/** Without logos, whose hosts cannot be reached from a test: the console would report each as an error. */
const test = captureTest.extend({
  settings: ({ captureServerUrl }, use) => use({ ESPN_BASE_URL: captureServerUrl, IMAGES_OFF: '1' }),
})

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
// Timings and the performance score depend on the machine; `npm run bench page` measures them.
test('Lighthouse audits pass when signed out and signed in', async ({ testApp }) => {
  const browser = cachedBrowser()
  if (browser === undefined) throw new Error('no cached browser found')
  const auditedBrowser = await openAuditedBrowser(browser)
  try {
    expectCleanAudit(await auditedBrowser.audit(testApp.baseUrl), { kilobytes: 180, requests: 40 })
    const { request } = auditedBrowser.context
    const league = await createSeasonLeague(request, testApp, 1446375)
    await league.refresh(2023)
    for (const tab of ['overview', 'standings', 'history']) {
      const url = `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab })}`
      expectCleanAudit(await auditedBrowser.audit(url), { kilobytes: 400, requests: 110 })
    }
  } finally {
    await auditedBrowser.close()
  }
})

function expectCleanAudit(
  { scores, metrics, failedAudits, requests }: Audit,
  limits: { kilobytes: number; requests: number },
) {
  expect.soft(failedAudits).toEqual([])
  expect.soft(scores).toMatchObject({ accessibility: 100, 'best-practices': 100 })
  expect.soft(metrics['cumulative-layout-shift']).toBeLessThan(0.1)
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0)
  expect.soft(bytes / KB).toBeLessThan(limits.kilobytes)
  expect.soft(requests.length).toBeLessThan(limits.requests)
}
