import type { WebClient, WebResponse } from '../http/web-client.ts'
import { ProviderError } from '../provider-error.ts'
import type { NflProvider, NflScoreboard, ScoreboardRequest } from './nfl-provider.ts'
import { translateSchedule } from './schedule.ts'
import { translateScoreboard } from './scoreboard.ts'

const SCOREBOARD_PATH = 'apis/site/v2/sports/football/nfl/scoreboard'

export type EspnNflClients = {
  /** Below the calls of fantasy football. */
  fantasy: WebClient
  site: WebClient
  /** The same paths from other machines, for when `site` turns us away; null without any. */
  fallbackSite: WebClient | null
}

/** The NFL as ESPN has it. Source: outside data, 2 and 3. */
export function espnNfl({ fantasy, site, fallbackSite }: EspnNflClients): NflProvider {
  return {
    async readSchedule({ season, signal }) {
      const answer = await fantasy.getJson({
        path: `seasons/${season}`,
        query: [['view', 'proTeamSchedules_wl']],
        signal,
      })
      return answer === null ? null : translateSchedule(answer.json, season)
    },

    async readScoreboard(request) {
      const query = [
        ['dates', `${request.season}`],
        ['seasontype', '2'],
        ['week', `${request.week}`],
      ] as const
      const { signal } = request
      const asked = { path: SCOREBOARD_PATH, query, signal }
      return firstNotRefused(request, [
        () => site.getJson(asked),
        ...(fallbackSite === null ? [] : [() => fallbackSite.getJson(asked)]),
        // Some networks let through the bare address alone.
        ...(request.isRunning ? [() => site.getJson({ ...asked, query: [] })] : []),
      ])
    },
  }
}

async function firstNotRefused(
  request: ScoreboardRequest,
  ways: readonly (() => Promise<WebResponse | null>)[],
): Promise<NflScoreboard | null> {
  let refusal: unknown
  for (const ask of ways) {
    try {
      const answer = await ask()
      return answer === null ? null : translateScoreboard(answer.json, request)
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.failure === 'refused'
      if (!isRefused && refusal === undefined) throw error
      refusal ??= error
    }
  }
  throw refusal
}
