import { expect, it } from 'vitest'
import { createSiteClient, SATURDAY, SCOREBOARD_PATH, WEEK_11_QUERY } from '../testing/site-client.ts'
import { SHEET_IDS } from './sheets.ts'

it('responds in under 30 ms when warm, and identically each time', async () => {
  const fetchPath = await createSiteClient()
  const paths = [
    `${SCOREBOARD_PATH}${WEEK_11_QUERY}`,
    '/apis/fantasy/v2/games/ffl/news/players?playerId=90000001&playerId=90000002',
    '/v1/forecast?latitude=44.5&longitude=-88&hourly=temperature_2m&temperature_unit=fahrenheit&timeformat=unixtime',
    `/spreadsheets/d/${SHEET_IDS.busy}/gviz/tq?tqx=out:csv`,
  ]
  for (const path of paths) {
    const times: number[] = []
    const texts = new Set<string>()
    for (let run = 0; run < 20; run++) {
      const startedAt = performance.now()
      texts.add((await fetchPath(path)).text)
      times.push(performance.now() - startedAt)
    }
    expect([path, texts.size]).toEqual([path, 1])
    expect(Math.min(...times)).toBeLessThan(30)
  }
})

it('applies faults to every source', async () => {
  const fetchPath = await createSiteClient(SATURDAY, { faults: () => ({ html: true, status: 403 }) })
  for (const path of [
    SCOREBOARD_PATH,
    '/rss/search?q=x',
    `/spreadsheets/d/${SHEET_IDS.picks}/export?format=csv`,
  ]) {
    const response = await fetchPath(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html;charset=utf-8'])
  }
})
