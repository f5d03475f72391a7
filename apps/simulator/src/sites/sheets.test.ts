import { describe, expect, it } from 'vitest'
import { createSiteClient } from '../testing/site-client.ts'
import { SHEET_IDS, SHEET_TABS } from './sheets.ts'

describe('simulated sheets', () => {
  const exportPath = (id: string, extraQuery = '') => `/spreadsheets/d/${id}/export?format=csv${extraQuery}`

  it('exports a tab as CSV through a redirect', async () => {
    const fetchPath = await createSiteClient()
    const redirect = await fetchPath(exportPath(SHEET_IDS.picks, `&gid=${SHEET_TABS.long}`))
    const target = new URL(redirect.headers.get('location') ?? '')
    expect([redirect.status, target.hostname]).toEqual([307, '127.0.0.1'])
    const file = await fetchPath(target.pathname)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Supper%20Club%20Picks%20-%20Long.csv",
    )
    expect(file.text.split('\r\n')[0]).toBe('Week,Owner,Pick,Season')
    expect(file.text).toContain('Ada Quill')
    expect(file.text).toMatch(/^11,Greta Lund,.*,2026\r$/m)
    expect(file.text).not.toMatch(/^12,/m)
  })

  it('exports the wide tab with a title row', async () => {
    const fetchPath = await createSiteClient()
    const redirect = await fetchPath(exportPath(SHEET_IDS.picks, `&gid=${SHEET_TABS.wide}`))
    const { text } = await fetchPath(new URL(redirect.headers.get('location') ?? '').pathname)
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      `2026 parlay picks${','.repeat(11)}`,
      'Owner,W1,W2,Week 3,W4,W5,Week 6,W7,W8,Week 9,W10,W11',
    ])
  })

  it.each([
    [
      'returns the sign-in page for a private sheet',
      exportPath(SHEET_IDS.private),
      200,
      'text/html; charset=utf-8',
    ],
    ['returns 404 for an unknown sheet', exportPath('1nothing'), 404, 'text/html; charset=utf-8'],
    [
      'returns 400 for an unknown tab',
      exportPath(SHEET_IDS.picks, '&gid=0'),
      400,
      'text/html; charset=utf-8',
    ],
    ['returns 503 for a busy sheet', exportPath(SHEET_IDS.busy), 503, 'text/html; charset=utf-8'],
    [
      'returns 404 for the redirect target of an unknown sheet',
      `/export/o6p8h2/1nothing/${SHEET_TABS.long}`,
      404,
      'text/html; charset=utf-8',
    ],
  ])('%s', async (_, path, status, type) => {
    const response = await (await createSiteClient())(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
  })

  it('serves a busy sheet through gviz, fully quoted, with blanks for weeks that are not numbers', async () => {
    const path = `/spreadsheets/d/${SHEET_IDS.busy}/gviz/tq?tqx=out:csv&headers=1`
    const { text } = await (await createSiteClient())(path)
    expect(text.startsWith('"Week","Owner","Pick","Season",""\r\n"1","Ada Quill",')).toBe(true)
    expect(text).toMatch(/^"","/m)
    expect(text).not.toContain('"Week 4"')
  })
})
