import { errorBody } from '../captures/error-body.ts'
import type { SimulatedRequest, SimulatedResponse } from './faults.ts'

export type LeagueCookies = { swid: string; s2: string }

/** Who may read the league, and which of its seasons nobody gets. */
export type Privacy = {
  /** null for a public league. */
  cookies: LeagueCookies | null
  /** Answered with 401, whatever the cookies: the account was not in that season. */
  deniedSeasons: readonly number[]
  /** Answered with 404, though the list of seasons has them. */
  absentSeasons: readonly number[]
}

export const NOT_FOUND: SimulatedResponse = { status: 404, body: errorBody('GENERAL_NOT_FOUND', 'Not Found') }
const NOT_VISIBLE: SimulatedResponse = {
  status: 401,
  body: errorBody('AUTH_LEAGUE_NOT_VISIBLE', 'You are not authorized to view this League.'),
}

/** The provider's refusal to show seasons to the sender of a request; null when it shows them. */
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
  const isAccount = sent.get('SWID')?.toUpperCase() === swid.toUpperCase()
  // What people copy is encoded already, and may have been encoded once more on its way.
  return isAccount && [s2, safeDecode(s2)].includes(sent.get('espn_s2') ?? '')
}

/** As it stands where a stray percent sign makes it undecodable. */
function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
