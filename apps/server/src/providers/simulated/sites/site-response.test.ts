import { expect, it } from 'vitest'
import { SCOREBOARD_PATH, WEEK_11_QUERY } from './scoreboard-for-tests.ts'
import { SHEET_IDS } from './sheets.ts'
import { createSiteClient, SATURDAY } from './site-client-for-tests.ts'

it('every source is warm in under 30 ms and the same each time', async () => {
  const ask = await createSiteClient()
  const paths = [
    `${SCOREBOARD_PATH}${WEEK_11_QUERY}`,
    '/apis/fantasy/v2/games/ffl/news/players?playerId=90000001&playerId=90000002',
    '/v1/forecast?latitude=44.5&longitude=-88&hourly=temperature_2m&temperature_unit=fahrenheit&timeformat=unixtime',
    `/spreadsheets/d/${SHEET_IDS.busy}/gviz/tq?tqx=out:csv`,
  ]
  for (const path of paths) {
    const times: number[] = []
    const texts = new Set<string>()
    for (let turn = 0; turn < 20; turn++) {
      const began = performance.now()
      texts.add((await ask(path)).text)
      times.push(performance.now() - began)
    }
    expect([path, texts.size]).toEqual([path, 1])
    expect(Math.min(...times)).toBeLessThan(30)
  }
})

it('faults reach every source', async () => {
  const ask = await createSiteClient(SATURDAY, { faults: () => ({ html: true, status: 403 }) })
  for (const path of [
    SCOREBOARD_PATH,
    '/rss/search?q=x',
    `/spreadsheets/d/${SHEET_IDS.picks}/export?format=csv`,
  ]) {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html;charset=utf-8'])
  }
})
