import { teamsIn } from '../league/seed-users.ts'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import { momentOf, NFL_TEAMS, type NflGame, shapeOf } from '../nfl.ts'
import { type Random, randomFrom } from '../random.ts'
import type { SimulatedResponse, SiteRequest } from '../simulated-http.ts'

export const SHEET_IDS = {
  picks: '1SupperClubPicks-abcdefghijklmnopqrstuvwxyz01',
  private: '1SupperClubSecret-abcdefghijklmnopqrstuvwxyz0',
  busy: '1SupperClubBusy-abcdefghijklmnopqrstuvwxyz012',
} as const

/** The tab IDs (gid) of a sheet. There is no gid 0, as after deleting the first tab. */
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

export function sheetResponse(siteRequest: SiteRequest): SimulatedResponse | null {
  const { pathname } = siteRequest.request.url
  const match = /^\/spreadsheets\/d\/([\w-]+)\/(export|gviz\/tq)$/.exec(pathname)
  if (match !== null)
    return match[2] === 'export'
      ? exportResponse(siteRequest, match[1] ?? '')
      : gviz(siteRequest, match[1] ?? '')
  const redirectMatch = /^\/export\/[a-z0-9]+\/([\w-]+)\/(\d+)$/.exec(pathname)
  return redirectMatch === null
    ? null
    : csvExport(siteRequest, redirectMatch[1] ?? '', Number(redirectMatch[2]))
}

/** Redirects to the file. Google uses another host; the simulation stays on the same one. */
function exportResponse({ request: { url, headers } }: SiteRequest, id: string): SimulatedResponse {
  const error = sheetErrorFor(id, url)
  if (error !== null) return error
  if (id === SHEET_IDS.busy) return BUSY
  if (url.searchParams.get('format') !== 'csv') return TAB_NOT_FOUND
  const location = `http://${headers.host ?? url.host}/export/o6p8h2/${id}/${gidOf(url)}`
  return { status: 307, body: htmlPage('Temporary Redirect'), type: HTML, headers: { location } }
}

function csvExport(siteRequest: SiteRequest, id: string, gid: number): SimulatedResponse {
  const tab = id === SHEET_IDS.picks ? tabOf(siteRequest, gid) : null
  if (tab === null) return SHEET_NOT_FOUND
  const name = encodeURIComponent(`${TITLE} - ${gid === SHEET_TABS.long ? 'Long' : 'Wide'}.csv`)
  const disposition = `attachment; filename="${TITLE.replaceAll(' ', '')}.csv"; filename*=UTF-8''${name}`
  return {
    status: 200,
    body: formatCsv(tab, 'minimal'),
    type: CSV,
    headers: { 'content-disposition': disposition },
  }
}

/** Like the real gviz: quotes everything, adds an empty column, and blanks text in a numeric column. */
function gviz(siteRequest: SiteRequest, id: string): SimulatedResponse {
  const { url } = siteRequest.request
  const error = sheetErrorFor(id, url)
  const tab = tabOf(siteRequest, gidOf(url))
  if (error !== null || tab === null) return error ?? TAB_NOT_FOUND
  const [header = [], ...rows] = tab
  const quotedRows = rows.map(([first = '', ...rest]) => [
    header[0] === 'Week' && !/^\d+$/.test(first) ? '' : first,
    ...rest,
    '',
  ])
  return { status: 200, body: formatCsv([[...header, ''], ...quotedRows], 'all'), type: CSV }
}

function sheetErrorFor(id: string, url: URL): SimulatedResponse | null {
  if (id === SHEET_IDS.private) return SIGN_IN
  if (id !== SHEET_IDS.picks && id !== SHEET_IDS.busy) return SHEET_NOT_FOUND
  const isKnownTab = gidOf(url) === SHEET_TABS.long || gidOf(url) === SHEET_TABS.wide
  return isKnownTab ? null : TAB_NOT_FOUND
}

function tabOf({ seasonOf, newestSeason, at }: SiteRequest, gid: number) {
  const season = seasonOf(newestSeason)
  if (season === null) return null
  if (gid === SHEET_TABS.long) return longTab(season, at)
  return gid === SHEET_TABS.wide ? wideTab(season, at) : null
}

function gidOf({ searchParams }: URL): number {
  return Number(searchParams.get('gid') ?? SHEET_TABS.long)
}

function htmlPage(title: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
}

export function formatCsv(rows: readonly (readonly string[])[], quoting: 'minimal' | 'all'): string {
  return rows.map((row) => `${row.map((field) => formatField(field, quoting)).join(',')}\r\n`).join('')
}

function formatField(field: string, quoting: 'minimal' | 'all'): string {
  return quoting === 'all' || /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

type Row = readonly string[]

export function longTab(season: SimulatedSeason, at: Date): Row[] {
  const rows = weeksSoFar(season, at).flatMap((week) =>
    pickers(season).map((owner, index): Row => {
      // One owner sometimes spells out the week.
      const weekText = index === 3 && week % 4 === 0 ? `Week ${week}` : `${week}`
      return [weekText, owner, pickOf(season, week, owner), `${season.season}`]
    }),
  )
  return [['Week', 'Owner', 'Pick', 'Season'], ...rows]
}

export function wideTab(season: SimulatedSeason, at: Date): Row[] {
  const weeks = weeksSoFar(season, at)
  const title = [`${season.season} parlay picks`, ...weeks.map(() => '')]
  const header = ['Owner', ...weeks.map((week) => (week % 3 === 0 ? `Week ${week}` : `W${week}`))]
  const rows = pickers(season).map((owner) => [owner, ...weeks.map((week) => pickOf(season, week, owner))])
  return [title, header, ...rows]
}

function weeksSoFar({ season }: SimulatedSeason, at: Date): number[] {
  const last = Math.min(momentOf(season, at).week, shapeOf(season).finalWeek)
  return Array.from({ length: last }, (_, index) => index + 1)
}

function pickers({ season }: SimulatedSeason): string[] {
  return teamsIn(season).flatMap(({ primaryOwner }) =>
    primaryOwner === null ? [] : `${primaryOwner.firstName} ${primaryOwner.lastName}`,
  )
}

/** An empty text for a missed pick. Some have no odds, two lines, or a Unicode minus sign. */
function pickOf({ seed, season, nfl }: SimulatedSeason, week: number, owner: string): string {
  const random = randomFrom(seed, season, 'pick', week, owner)
  const games = nfl.games.filter((game) => game.week === week)
  const game = games[random.integer(0, games.length - 1)]
  const chance = random.float()
  if (game === undefined || chance < 0.06) return ''
  if (chance < 0.1) return `${teamName(game.homeId)} moneyline`
  if (chance < 0.14) return `Two legs:\n${spreadFor(game, random)} (+260)`
  if (chance < 0.2) return `${teamName(game.awayId)}/${teamName(game.homeId)} under 44.5 (−105)`
  if (chance < 0.4)
    return `${teamName(game.homeId)} ML (${random.float() < 0.5 ? '-' : '+'}${random.integer(105, 240)})`
  return `${spreadFor(game, random)} (-${random.integer(104, 118)})`
}

function spreadFor({ homeId, awayId }: NflGame, random: Random): string {
  const isHome = random.float() < 0.5
  return `${teamName(isHome ? homeId : awayId)} ${isHome ? '-' : '+'}${random.integer(1, 9)}.5`
}

function teamName(teamId: number): string {
  return NFL_TEAMS.find(({ id }) => id === teamId)?.name ?? ''
}
