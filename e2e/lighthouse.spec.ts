import { expect } from '@playwright/test'
import { type Audit, openAuditedBrowser } from '../scripts/bench/lighthouse.mjs'
import { cachedBrowser } from '../scripts/browser.mjs'
import { CAPTURES_MISSING, HAS_CAPTURES, sharedTest as test } from './captures.ts'
import { createSeasonLeague } from './season-league.ts'

const KB = 1024

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.describe.configure({ timeout: 300_000 })

// How long it takes is another figure on each machine: `npm run bench page` tells it, with the score.
test('Lighthouse finds no fault with the page, signed out and in', async ({ testApp }) => {
  const browser = cachedBrowser()
  if (browser === undefined) throw new Error('the journeys run in a browser that was found')
  const audited = await openAuditedBrowser(browser)
  try {
    expectCleanAudit(await audited.audit(testApp.address), { kilobytes: 180, requests: 40 })
    const { request } = audited.context
    const league = await createSeasonLeague(request, testApp, 1446375)
    await league.refresh(2023)
    for (const tab of ['overview', 'standings', 'history']) {
      const address = `${testApp.address}/?${new URLSearchParams({ league: league.name, tab })}`
      expectCleanAudit(await audited.audit(address), { kilobytes: 400, requests: 110 })
    }
  } finally {
    await audited.close()
  }
})

function expectCleanAudit(
  { scores, metrics, failedAudits, requests }: Audit,
  most: { kilobytes: number; requests: number },
) {
  expect.soft(failedAudits).toEqual([])
  expect.soft(scores).toMatchObject({ accessibility: 100, 'best-practices': 100 })
  expect.soft(metrics['cumulative-layout-shift']).toBeLessThan(0.1)
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0)
  expect.soft(bytes / KB).toBeLessThan(most.kilobytes)
  expect.soft(requests.length).toBeLessThan(most.requests)
}
