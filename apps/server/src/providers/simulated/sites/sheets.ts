import type { Answer } from '../faults.ts'
import type { SiteAsk } from './ask-site.ts'
import { csvOf } from './csv.ts'
import { longTab, wideTab } from './picks-sheet.ts'

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

const NO_SHEET: Answer = { status: 404, body: page('Page not found'), type: HTML }
const NO_TAB: Answer = { status: 400, body: page('Sorry, the file cannot be opened'), type: HTML }
const BUSY: Answer = { status: 503, body: page('Sorry, the service is busy'), type: HTML }
const SIGN_IN: Answer = { status: 200, body: page('Google Sheets: Sign-in'), type: HTML }

/** A sheet's export with its redirect, and gviz; null when the path is none of a sheet's. */
export function sheets(ask: SiteAsk): Answer | null {
  const { pathname } = ask.request.url
  const asked = /^\/spreadsheets\/d\/([\w-]+)\/(export|gviz\/tq)$/.exec(pathname)
  if (asked !== null) return asked[2] === 'export' ? exported(ask, asked[1] ?? '') : gviz(ask, asked[1] ?? '')
  const hop = /^\/export\/[a-z0-9]+\/([\w-]+)\/(\d+)$/.exec(pathname)
  return hop === null ? null : csvExport(ask, hop[1] ?? '', Number(hop[2]))
}

/** A hop to the address of the file, on the same host here. */
function exported({ request: { url, headers } }: SiteAsk, id: string): Answer {
  const refusal = refusalOf(id, url)
  if (refusal !== null) return refusal
  if (id === SHEET_IDS.busy) return BUSY
  if (url.searchParams.get('format') !== 'csv') return NO_TAB
  const location = `http://${headers.host ?? url.host}/export/o6p8h2/${id}/${gidOf(url)}`
  return { status: 307, body: page('Temporary Redirect'), type: HTML, headers: { location } }
}

function csvExport(ask: SiteAsk, id: string, gid: number): Answer {
  const tab = id === SHEET_IDS.picks ? tabOf(ask, gid) : null
  if (tab === null) return NO_SHEET
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
function gviz(ask: SiteAsk, id: string): Answer {
  const { url } = ask.request
  const refusal = refusalOf(id, url)
  const tab = tabOf(ask, gidOf(url))
  if (refusal !== null || tab === null) return refusal ?? NO_TAB
  const [head = [], ...rows] = tab
  const shown = rows.map(([first = '', ...rest]) => [
    head[0] === 'Week' && !/^\d+$/.test(first) ? '' : first,
    ...rest,
    '',
  ])
  return { status: 200, body: csvOf([[...head, ''], ...shown], 'all'), type: CSV }
}

function refusalOf(id: string, url: URL): Answer | null {
  if (id === SHEET_IDS.private) return SIGN_IN
  if (id !== SHEET_IDS.picks && id !== SHEET_IDS.busy) return NO_SHEET
  const isThere = gidOf(url) === SHEET_TABS.long || gidOf(url) === SHEET_TABS.wide
  return isThere ? null : NO_TAB
}

function tabOf({ seasonOf, newestSeason, at }: SiteAsk, gid: number) {
  const season = seasonOf(newestSeason)
  if (season === null) return null
  if (gid === SHEET_TABS.long) return longTab(season, at)
  return gid === SHEET_TABS.wide ? wideTab(season, at) : null
}

/** Without one it is the first tab. */
function gidOf({ searchParams }: URL): number {
  return Number(searchParams.get('gid') ?? SHEET_TABS.long)
}

function page(title: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
}
