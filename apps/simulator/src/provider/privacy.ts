import { errorBody } from '../espn-http.ts'
import type { SimulatedRequest, SimulatedResponse } from './faults.ts'

export type LeagueCookies = { swid: string; s2: string }

export type Privacy = {
  /** null for a public league. */
  cookies: LeagueCookies | null
  /** Seasons that return 401 with any cookies, as if the account had not been a member then. */
  deniedSeasons: readonly number[]
  /** Seasons that return 404 although the list of seasons includes them. */
  absentSeasons: readonly number[]
}

export const NOT_FOUND: SimulatedResponse = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }
const NOT_VISIBLE: SimulatedResponse = {
  status: 401,
  body: errorBody('AUTH_LEAGUE_NOT_VISIBLE', 'You are not authorized to view this League.'),
}

export function accessErrorFor(
  { cookies, deniedSeasons, absentSeasons }: Privacy,
  { headers }: SimulatedRequest,
  seasons: readonly number[],
): SimulatedResponse | null {
  if (cookies !== null && !hasCookies(headers.cookie ?? '', cookies)) return NOT_VISIBLE
  if (seasons.some((season) => deniedSeasons.includes(season))) return NOT_VISIBLE
  return seasons.some((season) => absentSeasons.includes(season)) ? NOT_FOUND : null
}

function hasCookies(header: string, { swid, s2 }: LeagueCookies): boolean {
  const sent = new Map(
    header.split(';').map((pair) => {
      const equals = pair.indexOf('=')
      return [pair.slice(0, equals).trim(), safeDecode(pair.slice(equals + 1).trim())] as const
    }),
  )
  const isSwidValid = sent.get('SWID')?.toUpperCase() === swid.toUpperCase()
  // The copied cookie is already percent-encoded, and a client may have encoded it again.
  return isSwidValid && [s2, safeDecode(s2)].includes(sent.get('espn_s2') ?? '')
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
