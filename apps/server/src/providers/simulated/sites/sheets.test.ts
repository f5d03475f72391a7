import { describe, expect, it } from 'vitest'
import { SHEET_IDS, SHEET_TABS } from './sheets.ts'
import { createSiteClient } from './site-client-for-tests.ts'

describe('sheets', () => {
  const exported = (id: string, more = '') => `/spreadsheets/d/${id}/export?format=csv${more}`

  it('are exported by way of a redirect', async () => {
    const ask = await createSiteClient()
    const hop = await ask(exported(SHEET_IDS.picks, `&gid=${SHEET_TABS.long}`))
    const target = new URL(hop.headers.get('location') ?? '')
    expect([hop.status, target.hostname]).toEqual([307, '127.0.0.1'])
    const file = await ask(target.pathname)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Supper%20Club%20Picks%20-%20Long.csv",
    )
    expect(file.text.split('\r\n')[0]).toBe('Week,Owner,Pick,Season')
    expect(file.text).toContain('Ada Quill')
    expect(file.text).toMatch(/^11,Greta Lund,.*,2026\r$/m)
    expect(file.text).not.toMatch(/^12,/m)
  })

  it('have a wide tab under a title', async () => {
    const ask = await createSiteClient()
    const hop = await ask(exported(SHEET_IDS.picks, `&gid=${SHEET_TABS.wide}`))
    const { text } = await ask(new URL(hop.headers.get('location') ?? '').pathname)
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      `2026 parlay picks${','.repeat(11)}`,
      'Owner,W1,W2,Week 3,W4,W5,Week 6,W7,W8,Week 9,W10,W11',
    ])
  })

  it.each([
    ['a private one shows the sign-in page', exported(SHEET_IDS.private), 200, 'text/html; charset=utf-8'],
    ['an unknown one is not there', exported('1nothing'), 404, 'text/html; charset=utf-8'],
    ['an unknown tab is refused', exported(SHEET_IDS.picks, '&gid=0'), 400, 'text/html; charset=utf-8'],
    ['a busy one says so', exported(SHEET_IDS.busy), 503, 'text/html; charset=utf-8'],
    [
      'a hop to another file is nowhere',
      `/export/o6p8h2/1nothing/${SHEET_TABS.long}`,
      404,
      'text/html; charset=utf-8',
    ],
  ])('%s', async (_, path, status, type) => {
    const answer = await (await createSiteClient())(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  })

  it('that are busy are there in gviz, all in quotes, with weeks in words blanked', async () => {
    const path = `/spreadsheets/d/${SHEET_IDS.busy}/gviz/tq?tqx=out:csv&headers=1`
    const { text } = await (await createSiteClient())(path)
    expect(text.startsWith('"Week","Owner","Pick","Season",""\r\n"1","Ada Quill",')).toBe(true)
    expect(text).toMatch(/^"","/m)
    expect(text).not.toContain('"Week 4"')
  })
})
