import type { SimulatedResponse } from '../faults.ts'
import { csvOf } from './csv.ts'
import { longTab, wideTab } from './picks-sheet.ts'
import type { SiteRequest } from './site-request.ts'

/** The sheets that there are: one to read, one that is not shared, one whose export is always busy. */
export const SHEET_IDS = {
  picks: '1SupperClubPicks-abcdefghijklmnopqrstuvwxyz01',
  private: '1SupperClubSecret-abcdefghijklmnopqrstuvwxyz0',
  busy: '1SupperClubBusy-abcdefghijklmnopqrstuvwxyz012',
} as const

/** The tabs of a sheet. The first was deleted once, so that there is no gid 0. */
export const SHEET_TABS = { long: 1001, wide: 1002 } as const

const HTML = 'text/html; charset=utf-8'
const CSV = 'text/csv; charset=utf-8'
const TITLE = 'Supper Club Picks'

const SHEET_NOT_FOUND: SimulatedResponse = { status: 404, body: htmlPage('Page not found'), type: HTML }
const TAB_NOT_FOUND: SimulatedResponse = {
  status: 400,
  body: htmlPage('Sorry, the file cannot be opened'),
  type: HTML,
}
const BUSY: SimulatedResponse = { status: 503, body: htmlPage('Sorry, the service is busy'), type: HTML }
const SIGN_IN: SimulatedResponse = { status: 200, body: htmlPage('Google Sheets: Sign-in'), type: HTML }

/** A sheet's export with its redirect, and gviz; null when the path is none of a sheet's. */
export function sheetResponse(ask: SiteRequest): SimulatedResponse | null {
  const { pathname } = ask.request.url
  const asked = /^\/spreadsheets\/d\/([\w-]+)\/(export|gviz\/tq)$/.exec(pathname)
  if (asked !== null)
    return asked[2] === 'export' ? exportResponse(ask, asked[1] ?? '') : gviz(ask, asked[1] ?? '')
  const hop = /^\/export\/[a-z0-9]+\/([\w-]+)\/(\d+)$/.exec(pathname)
  return hop === null ? null : csvExport(ask, hop[1] ?? '', Number(hop[2]))
}

/** A hop to the address of the file, on the same host here. */
function exportResponse({ request: { url, headers } }: SiteRequest, id: string): SimulatedResponse {
  const refusal = sheetErrorFor(id, url)
  if (refusal !== null) return refusal
  if (id === SHEET_IDS.busy) return BUSY
  if (url.searchParams.get('format') !== 'csv') return TAB_NOT_FOUND
  const location = `http://${headers.host ?? url.host}/export/o6p8h2/${id}/${gidOf(url)}`
  return { status: 307, body: htmlPage('Temporary Redirect'), type: HTML, headers: { location } }
}

function csvExport(ask: SiteRequest, id: string, gid: number): SimulatedResponse {
  const tab = id === SHEET_IDS.picks ? tabOf(ask, gid) : null
  if (tab === null) return SHEET_NOT_FOUND
  const name = encodeURIComponent(`${TITLE} - ${gid === SHEET_TABS.long ? 'Long' : 'Wide'}.csv`)
  const disposition = `attachment; filename="${TITLE.replaceAll(' ', '')}.csv"; filename*=UTF-8''${name}`
  return {
    status: 200,
    body: csvOf(tab, 'where needed'),
    type: CSV,
    headers: { 'content-disposition': disposition },
  }
}

/** Quotes everything, adds an empty column, and blanks what is no number in a column of numbers. */
function gviz(ask: SiteRequest, id: string): SimulatedResponse {
  const { url } = ask.request
  const refusal = sheetErrorFor(id, url)
  const tab = tabOf(ask, gidOf(url))
  if (refusal !== null || tab === null) return refusal ?? TAB_NOT_FOUND
  const [head = [], ...rows] = tab
  const shown = rows.map(([first = '', ...rest]) => [
    head[0] === 'Week' && !/^\d+$/.test(first) ? '' : first,
    ...rest,
    '',
  ])
  return { status: 200, body: csvOf([[...head, ''], ...shown], 'all'), type: CSV }
}

function sheetErrorFor(id: string, url: URL): SimulatedResponse | null {
  if (id === SHEET_IDS.private) return SIGN_IN
  if (id !== SHEET_IDS.picks && id !== SHEET_IDS.busy) return SHEET_NOT_FOUND
  const isThere = gidOf(url) === SHEET_TABS.long || gidOf(url) === SHEET_TABS.wide
  return isThere ? null : TAB_NOT_FOUND
}

function tabOf({ seasonOf, newestSeason, at }: SiteRequest, gid: number) {
  const season = seasonOf(newestSeason)
  if (season === null) return null
  if (gid === SHEET_TABS.long) return longTab(season, at)
  return gid === SHEET_TABS.wide ? wideTab(season, at) : null
}

/** Without one it is the first tab. */
function gidOf({ searchParams }: URL): number {
  return Number(searchParams.get('gid') ?? SHEET_TABS.long)
}

function htmlPage(title: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
}
