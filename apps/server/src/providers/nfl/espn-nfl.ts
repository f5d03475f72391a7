import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { z } from 'zod'
import { Id } from '../espn/bodies.ts'
import { FANTASY_PATH } from '../espn/client/espn-client.ts'
import { positionOf } from '../espn/translate/week.ts'
import { type WebClientOptions, type WebResponse, webClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import { LenientInt, lenientList, normalizeWhitespace, Text } from '../schemas/fields.ts'
import type { NflProvider, NflScoreboard, ScoreboardRequest } from './nfl-provider.ts'
import { translateSchedule } from './schedule.ts'
import { translateScoreboard } from './scoreboard.ts'

const SCOREBOARD_PATH = 'apis/site/v2/sports/football/nfl/scoreboard'

const NO_TEAM = 0

const Body = lenientList(
  z.object({ id: Id, fullName: Text, defaultPositionId: LenientInt, proTeamId: LenientInt }),
)

const DEFAULT_SITE = 'https://site.api.espn.com'
const FALLBACK_SITE = 'https://site.web.api.espn.com'

const MAX_CONCURRENT_REQUESTS = 2

export type NflProviderOptions = Omit<WebClientOptions, 'baseUrl'> & {
  /** The URLs have no slash at the end. */
  fantasyUrl: string
  siteUrl: string
  /** Serves the same paths as the site, for when that refuses a request; null without one. Only ESPN's site has one. */
  fallbackUrl?: string | null
}

/** Creates a provider that reads from ESPN. Source: outside data, 2 and 3. */
export function createNflProvider({
  fantasyUrl,
  siteUrl,
  fallbackUrl = siteUrl === DEFAULT_SITE ? FALLBACK_SITE : null,
  ...options
}: NflProviderOptions): NflProvider {
  const createClient = (baseUrl: string) =>
    webClient({ ...options, baseUrl, maxConcurrent: MAX_CONCURRENT_REQUESTS })
  const fantasy = createClient(`${fantasyUrl}${FANTASY_PATH}`)
  const site = createClient(siteUrl)
  const fallbackSite = fallbackUrl === null ? null : createClient(fallbackUrl)
  return {
    async readSchedule({ season, signal }) {
      const query = { view: 'proTeamSchedules_wl' }
      const response = await fantasy.getJson({ path: `seasons/${season}`, query, signal })
      return response === null ? null : translateSchedule(response.json, season)
    },

    async readPlayers({ season, signal }) {
      const query = { scoringPeriodId: '0', view: 'players_wl' }
      const response = await fantasy.getJson({ path: `seasons/${season}/players`, query, signal })
      return response === null ? null : translatePlayers(response.json)
    },

    async readScoreboard(request) {
      const { season, week, isRunning, signal } = request
      const query = { dates: `${season}`, seasontype: '2', week: `${week}` }
      const current = { path: SCOREBOARD_PATH, signal }
      return firstNotRefused(request, [
        () => site.getJson({ ...current, query }),
        ...(fallbackSite === null ? [] : [() => fallbackSite.getJson({ ...current, query })]),
        // On some networks, only the URL without a query is allowed. It shows the current week.
        ...(isRunning ? [() => site.getJson(current)] : []),
      ])
    },
  }
}

async function firstNotRefused(
  request: ScoreboardRequest,
  attempts: readonly (() => Promise<WebResponse | null>)[],
): Promise<NflScoreboard | null> {
  let refusal: unknown
  for (const attempt of attempts) {
    try {
      const response = await attempt()
      return response === null ? null : translateScoreboard(response.json, request)
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.failure === 'refused'
      if (!isRefused && refusal === undefined) throw error
      refusal ??= error
    }
  }
  throw refusal
}

/** Translates the fantasy API's list of players. Players without a name are skipped. */
function translatePlayers(json: unknown): NflPlayer[] {
  const players = (Body.parse(json) ?? []).flatMap(({ id, fullName, defaultPositionId, proTeamId }) => {
    const name = normalizeWhitespace(fullName)
    const nflTeamId = proTeamId === NO_TEAM ? null : (proTeamId ?? null)
    return name === '' ? [] : [{ playerId: id, name, position: positionOf(defaultPositionId), nflTeamId }]
  })
  if (players.length === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
  return players
}
