import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { z } from 'zod'
import { FANTASY_PATH } from '../espn/client/espn-client.ts'
import { Id } from '../espn/schemas/fields.ts'
import { positionOf } from '../espn/translate/week.ts'
import { type WebClient, type WebClientOptions, type WebResponse, webClient } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import { LenientInt, lenientList, normalizeWhitespace, Text } from '../schemas/fields.ts'
import type { NflProvider, NflScoreboard, ScoreboardRequest } from './nfl-provider.ts'
import { translateSchedule } from './schedule.ts'
import { translateScoreboard } from './scoreboard.ts'

const SCOREBOARD_PATH = 'apis/site/v2/sports/football/nfl/scoreboard'

export type EspnNflClients = {
  /** The client for the fantasy API. */
  fantasy: WebClient
  site: WebClient
  /** Serves the same paths from other hosts, for when `site` refuses a request; null without one. */
  fallbackSite: WebClient | null
}

const NO_TEAM = 0

const Body = lenientList(
  z.object({ id: Id, fullName: Text, defaultPositionId: LenientInt, proTeamId: LenientInt }),
)

/** Reads NFL schedules, scoreboards and players from ESPN. Source: outside data, 2 and 3. */
export function espnNfl({ fantasy, site, fallbackSite }: EspnNflClients): NflProvider {
  return {
    async readSchedule({ season, signal }) {
      const response = await fantasy.getJson({
        path: `seasons/${season}`,
        query: [['view', 'proTeamSchedules_wl']],
        signal,
      })
      return response === null ? null : translateSchedule(response.json, season)
    },

    async readPlayers({ season, signal }) {
      const response = await fantasy.getJson({
        path: `seasons/${season}/players`,
        query: [
          ['scoringPeriodId', '0'],
          ['view', 'players_wl'],
        ],
        signal,
      })
      return response === null ? null : translatePlayers(response.json)
    },

    async readScoreboard(request) {
      const query = [
        ['dates', `${request.season}`],
        ['seasontype', '2'],
        ['week', `${request.week}`],
      ] as const
      const { signal } = request
      const scoreboardRequest = { path: SCOREBOARD_PATH, query, signal }
      return firstNotRefused(request, [
        () => site.getJson(scoreboardRequest),
        ...(fallbackSite === null ? [] : [() => fallbackSite.getJson(scoreboardRequest)]),
        // On some networks, only the URL without a query is allowed. It shows the current week.
        ...(request.isRunning ? [() => site.getJson({ ...scoreboardRequest, query: [] })] : []),
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

const DEFAULT_SITE = 'https://site.api.espn.com'
const FALLBACK_SITE = 'https://site.web.api.espn.com'

const MAX_CONCURRENT_REQUESTS = 2

export type NflOptions = Pick<WebClientOptions, 'userAgent' | 'log'> & {
  /** Both without a trailing slash. */
  fantasyUrl: string
  siteUrl: string
}

/** Creates a provider that reads from ESPN. Only ESPN's default site has a fallback site. */
export function createNflProvider({ fantasyUrl, siteUrl, ...options }: NflOptions): NflProvider {
  const createClient = (baseUrl: string) =>
    webClient({ ...options, baseUrl, maxConcurrent: MAX_CONCURRENT_REQUESTS })
  return espnNfl({
    fantasy: createClient(`${fantasyUrl}${FANTASY_PATH}`),
    site: createClient(siteUrl),
    fallbackSite: siteUrl === DEFAULT_SITE ? createClient(FALLBACK_SITE) : null,
  })
}

/** Translates the fantasy API's list of players. Players without a name are skipped. */
function translatePlayers(json: unknown): NflPlayer[] {
  const players = (Body.parse(json) ?? []).flatMap(({ id, fullName, defaultPositionId, proTeamId }) => {
    const name = normalizeWhitespace(fullName)
    const player = {
      playerId: id,
      name,
      position: positionOf(defaultPositionId),
      nflTeamId: proTeamId === NO_TEAM ? null : (proTeamId ?? null),
    }
    return name === '' ? [] : [player]
  })
  if (players.length === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
  return players
}
